// SPDX-License-Identifier: Apache-2.0
// A label that is no class: the error record and the sum name the lowest such row, the row adds nothing, the
// others are right, and the next call is as if nothing had been.
#include <string>

#include <wellformed/core/error.hpp>
#include <wellformed/core/offence.hpp>

#include "loss_case.hpp"

namespace {

std::string text_of_error(void (*f)(index_t, index_t, index_t), index_t row, index_t value, index_t limit) {
  try {
    f(row, value, limit);
  } catch (wf::error const& found) {
    return found.what();
  }
  return "no error";
}

void wait(index_t, index_t, index_t) { wf::synchronise(wf::cuda{}); }
void raise(index_t row, index_t value, index_t limit) {
  wf::raise_offence({820, "cross_entropy", row, value, limit});
}

/// Labels of the given case, with `bad` at two rows; what remains of the CPU's result if these are masked.
template <class E, class Label>
void check_bad(extents3 const& extents, Label bad, int form) {
  using T = computed_element<E>;
  INFO("classes ", extents.classes, ", inner ", extents.inner, ", label ", static_cast<index_t>(bad));
  loss_case<E, Label> given(extents, form);
  device_case<E, Label> good(given, 0);
  auto o = given.host_options();
  o.has_ignore = false;
  for (auto& label : given.labels) label = static_cast<Label>(static_cast<index_t>(label) % extents.classes);
  std::size_t const first = given.rows() / 2, second = given.rows() - 1;
  for (std::size_t r = 0; r < given.rows(); ++r) given.mask[r] = r != first && r != second;
  o.mask = given.mask.get();
  std::vector<T> losses(given.rows()), gradient(given.logits.size());
  auto sum = backend::cross_entropy_index(wf::host{}, given.widened.data(), given.labels.data(), o,
                                          losses.data(), gradient.data());
  sum.bad_row = static_cast<index_t>(first);
  sum.bad_value = static_cast<index_t>(bad);
  given.labels[first] = given.labels[second] = bad;
  device_case<E, Label> there(given, 0);
  auto on = there.options(given);
  on.has_ignore = false;
  on.mask = nullptr;
  backend::cross_entropy_index(wf::cuda{}, there.logits.data(), there.labels.data(), on, there.losses.data(),
                               there.gradient.data(), there.sum.data());
  CHECK(text_of_error(wait, 0, 0, 0) == text_of_error(raise, sum.bad_row, sum.bad_value, extents.classes));
  check_near(there.losses.on_host(), losses);
  check_near(there.gradient.on_host(), gradient);
  check_sum<T>(there.sum.on_host(), sum);
  backend::cross_entropy_index(wf::cuda{}, good.logits.data(), good.labels.data(), good.options(given),
                               good.losses.data(), good.gradient.data(), good.sum.data());
  CHECK(good.sum.on_host().bad_row == -1);
}

}  // namespace

TEST_CASE("a label that is no class, in every schedule") {
  for (index_t const classes : {1, 3, 10, 16, 17, 100, 200}) {
    check_bad<float, std::uint8_t>({70, classes, 1}, 255, 0);
    check_bad<float, std::int32_t>({70, classes, 1}, -1, 1);
    check_bad<wf::half, std::int64_t>({70, classes, 1}, classes, 0);
  }
  for (index_t const classes : {600, 1023, 2049, 5000}) {
    check_bad<float, std::int64_t>({3, classes, 1}, index_t{1} << 40, 0);
    check_bad<float, std::int32_t>({3, classes, 1}, -1, 3);
  }
  check_bad<double, std::int32_t>({2, 20000, 1}, 20000, 0);
  check_bad<float, std::int32_t>({2, 40001, 1}, -2147483647 - 1, 0);
}

TEST_CASE("a label that is no class, with classes across memory") {
  for (index_t const classes : {3, 21, 100, 513}) check_bad<float, std::int32_t>({2, classes, 7}, -100, 0);
}

TEST_CASE("no class at all: every label is bad") {
  device_vector<std::int32_t> const labels(std::vector<std::int32_t>{5, 6});
  device_vector<float> losses(2);
  device_value<backend::loss_sum> sum;
  backend::categorical<float> o;
  o.outer = 2;
  backend::cross_entropy_index<float>(wf::cuda{}, nullptr, labels.data(), o, losses.data(), nullptr,
                                      sum.data());
  CHECK(text_of_error(wait, 0, 0, 0) == text_of_error(raise, 0, 5, 0));
  CHECK(sum.on_host().rows == 0);
  CHECK(losses.on_host() == std::vector<float>{0, 0});
}
