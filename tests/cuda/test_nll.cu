// SPDX-License-Identifier: Apache-2.0
// nll_loss and scale_rows of the GPU against the CPU's.
#include <string>

#include <wellformed/core/error.hpp>

#include "loss_case.hpp"

namespace {

template <class T, class Label>
void check_nll(extents3 const& extents, int form) {
  INFO("outer ", extents.outer, ", classes ", extents.classes, ", inner ", extents.inner, ", form ", form);
  loss_case<T, Label> const given(extents, form);
  std::vector<T> losses(given.rows()), gradient(given.logits.size());
  auto const sum = backend::nll(wf::host{}, given.logits.data(), given.labels.data(), given.host_options(),
                                losses.data(), gradient.data());
  device_case<T, Label> there(given, 1);
  backend::nll(wf::cuda{}, there.logits.data(), there.labels.data(), there.options(given),
               there.losses.data(), there.gradient.data(), there.sum.data());
  check_same(there.losses.on_host(), losses);
  check_same(there.gradient.on_host(), gradient);
  check_sum<double>(there.sum.on_host(), sum);
  backend::nll<T, Label>(wf::cuda{}, there.logits.data(), there.labels.data(), there.options(given), nullptr,
                         nullptr, there.sum.data());
  check_sum<double>(there.sum.on_host(), sum);
}

template <class T>
void check_scale(extents3 const& e, std::size_t shift) {
  auto gradient = random_values<T>(static_cast<std::size_t>(e.outer * e.classes * e.inner), 1);
  auto const factor = random_values<T>(static_cast<std::size_t>(e.outer * e.inner), 2);
  device_vector<T> there(gradient, shift);
  device_vector<T> const factor_there(factor, shift);
  backend::scale_rows(wf::host{}, gradient.data(), factor.data(), e.outer, e.classes, e.inner);
  backend::scale_rows(wf::cuda{}, there.data(), factor_there.data(), e.outer, e.classes, e.inner);
  check_same(there.on_host(), gradient);
}

}  // namespace

TEST_CASE_TEMPLATE("nll_loss is the CPU's, bit for bit", T, float, double) {
  for (int form : {0, 1, 4, 5}) {
    check_nll<T, std::uint8_t>({7, 10, 1}, form);
    check_nll<T, std::int32_t>({3, 1000, 1}, form);
    check_nll<T, std::int64_t>({5, 7, 33}, form);
  }
  check_nll<T, std::int64_t>({70000, 1, 1}, 0);
  for (auto const& e : {extents3{0, 3, 1}, {3, 3, 0}}) check_nll<T, std::int64_t>(e, 0);
}

TEST_CASE("a label that is no class") {
  device_vector<float> const x(std::vector<float>{-1, -2, -3, -4});
  device_vector<std::int32_t> const y(std::vector<std::int32_t>{1, 2});
  device_value<backend::loss_sum> sum;
  device_vector<float> losses(2), gradient(4);
  backend::categorical<float> o;
  o.outer = 2;
  o.classes = 2;
  backend::nll(wf::cuda{}, x.data(), y.data(), o, losses.data(), gradient.data(), sum.data());
  std::string text;
  try {
    wf::synchronise(wf::cuda{});
  } catch (wf::error const& found) {
    text = found.what();
  }
  CHECK(text.find("[WF820] nll_loss: label 2 at row 1 is outside of [0, 2)") == 0);
  CHECK(losses.on_host() == std::vector<float>{2, 0});
  CHECK(gradient.on_host() == std::vector<float>{0, -1, 0, 0});
  CHECK(sum.on_host().total == 2);
  CHECK(sum.on_host().bad_row == 1);
}

TEST_CASE_TEMPLATE("scale_rows", T, float, double) {
  for (std::size_t const shift : {0, 1}) {
    for (index_t const n : {1, 3, 4, 10, 1000, 1025}) {
      for (index_t const inner : {1, 2, 4, 7, 32}) check_scale<T>({3, n, inner}, shift);
    }
    check_scale<T>({70001, 2, 1}, shift);
    check_scale<T>({0, 2, 1}, shift);
  }
}
