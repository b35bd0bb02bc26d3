// SPDX-License-Identifier: Apache-2.0
// Layer normalisation: values and gradients of the GPU against the CPU's, for rows of every schedule's
// length.
#include <wellformed/backend/normalise.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;
namespace backend = wf::backend;

namespace {

struct shape {
  index_t rows, features;
  std::size_t size() const { return static_cast<std::size_t>(rows * features); }
};

/// From a few lanes to rows that no block holds, in accesses of 16 bytes and of one element.
shape const shapes[] = {{1, 1},    {7, 3},    {67, 16},  {1031, 10}, {33, 31},   {300, 64},  {129, 100},
                        {35, 128}, {17, 255}, {9, 512},  {5, 1023},  {3, 1024},  {3, 1025},  {3, 2052},
                        {2, 4096}, {2, 4099}, {2, 8196}, {2, 9001},  {1, 16388}, {1, 20001}, {1, 33000}};

template <class T>
std::vector<T> inputs(shape const& s, double offset) {
  auto x = random_values<T>(s.size(), 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] += static_cast<T>(offset * static_cast<double>(static_cast<index_t>(i) / s.features % 3));
  }
  return x;
}

template <class T>
void check_forward(shape const& s, std::size_t shift, double offset) {
  CAPTURE(s.rows);
  CAPTURE(s.features);
  CAPTURE(shift);
  CAPTURE(offset);
  auto const f = static_cast<std::size_t>(s.features), r = static_cast<std::size_t>(s.rows);
  auto const x = inputs<T>(s, offset), weight = random_values<T>(f, 2), bias = random_values<T>(f, 3);
  bool const affine = shift == 0 || s.rows % 2 == 0, with_statistics = offset == 0;
  std::vector<T> y(s.size()), mean(r), inverse(r);
  backend::layer_norm_forward(wf::host{}, y.data(), mean.data(), inverse.data(), x.data(),
                              affine ? weight.data() : nullptr, affine ? bias.data() : nullptr, T(1e-5),
                              s.rows, s.features);
  device_vector<T> const dx(x, shift), dweight(weight, shift), dbias(bias, shift);
  device_vector<T> dy(s.size(), shift), dmean(r), dinverse(r);
  backend::layer_norm_forward(wf::cuda{}, dy.data(), with_statistics ? dmean.data() : nullptr,
                              with_statistics ? dinverse.data() : nullptr, dx.data(),
                              affine ? dweight.data() : nullptr, affine ? dbias.data() : nullptr, T(1e-5),
                              s.rows, s.features);
  double const slack = offset > 0 ? 1e3 : s.features == 1 ? 1e2 : 1;  // of a deviation beside its mean
  check_close(dy.on_host(), y, sizeof(T) == 8 ? slack : 1);
  if (!with_statistics) return;
  check_close(dmean.on_host(), mean);
  check_close(dinverse.on_host(), inverse, sizeof(T) == 8 ? slack : 1);
}

template <class T>
void check_backward(shape const& s, std::size_t shift, bool want_input, bool want_weights) {
  CAPTURE(s.rows);
  CAPTURE(s.features);
  CAPTURE(shift);
  auto const f = static_cast<std::size_t>(s.features), r = static_cast<std::size_t>(s.rows);
  auto const x = inputs<T>(s, 0), gy = random_values<T>(s.size(), 6), weight = random_values<T>(f, 2),
             mean = random_values<T>(r, 4), inverse = random_values<T>(r, 5, 0.5, 2);
  bool const affine = shift == 0 || s.rows % 2 == 0;
  auto gweight = integers<T>(f, 7), gbias = integers<T>(f, 8);
  device_vector<T> dgweight(gweight), dgbias(gbias), dgx(s.size(), shift);
  std::vector<T> gx(s.size());
  backend::layer_norm_backward(wf::host{}, want_input ? gx.data() : nullptr,
                               want_weights ? gweight.data() : nullptr, want_weights ? gbias.data() : nullptr,
                               gy.data(), x.data(), mean.data(), inverse.data(),
                               affine ? weight.data() : nullptr, s.rows, s.features);
  device_vector<T> const dx(x, shift), dgy(gy, shift), dweight(weight, shift), dmean(mean), dinverse(inverse);
  backend::layer_norm_backward(wf::cuda{}, want_input ? dgx.data() : nullptr,
                               want_weights ? dgweight.data() : nullptr,
                               want_weights ? dgbias.data() : nullptr, dgy.data(), dx.data(), dmean.data(),
                               dinverse.data(), affine ? dweight.data() : nullptr, s.rows, s.features);
  double const slack = 10;  // sums of numbers of both signs
  check_close(dgweight.on_host(), gweight, slack);
  check_close(dgbias.on_host(), gbias, slack);
  if (want_input) check_close(dgx.on_host(), gx, slack);
}

}  // namespace

TEST_CASE_TEMPLATE("layer norm forward", T, float, double) {
  for (auto const& s : shapes) {
    for (std::size_t const shift : {0, 1}) {
      check_forward<T>(s, shift, 0);
      if (s.features > 1) check_forward<T>(s, shift, 1e4);
    }
  }
  backend::layer_norm_forward<T>(wf::cuda{}, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, T(1), 0,
                                 5);
  backend::layer_norm_forward<T>(wf::cuda{}, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, T(1), 5,
                                 0);
}

TEST_CASE_TEMPLATE("layer norm's way back", T, float, double) {
  for (auto const& s : shapes) {
    for (std::size_t const shift : {0, 1}) check_backward<T>(s, shift, true, true);
  }
  for (shape const s : {shape{67, 16}, shape{5, 1024}, shape{2, 20001}}) {
    check_backward<T>(s, 0, true, false);
    check_backward<T>(s, 0, false, true);
    check_backward<T>(s, 0, false, false);
  }
}

TEST_CASE(
    "many rows: blocks go on from row to row, and the sums of columns have the same bits in every run") {
  for (shape const s : {shape{40009, 4}, shape{5003, 36}, shape{3001, 64}, shape{1201, 520}}) {
    auto const f = static_cast<std::size_t>(s.features), r = static_cast<std::size_t>(s.rows);
    std::vector<float> const zeros(f), ones(r, 1.0f), middle(r);
    auto const x = integers<float>(s.size(), 1), gy = integers<float>(s.size(), 2);
    std::vector<float> expected(f);
    backend::layer_norm_backward(wf::host{}, static_cast<float*>(nullptr), expected.data(),
                                 static_cast<float*>(nullptr), gy.data(), x.data(), middle.data(),
                                 ones.data(), static_cast<float const*>(nullptr), s.rows, s.features);
    device_vector<float> const dx(x), dgy(gy), dmean(middle), dinverse(ones);
    auto const run = [&] {
      device_vector<float> gx(s.size()), gweight(zeros), gbias(zeros);
      backend::layer_norm_backward(wf::cuda{}, gx.data(), gweight.data(), gbias.data(), dgy.data(), dx.data(),
                                   dmean.data(), dinverse.data(), static_cast<float const*>(nullptr), s.rows,
                                   s.features);
      return gweight.on_host();
    };
    check_same(run(), expected);  // of integers: exact
    check_repeatable(run);
  }
}

TEST_CASE("a row of one value has that mean and no deviation; NaN stays") {
  std::vector<float> x(3 * 1030, 1234.5f);
  for (std::size_t i = 0; i < 1030; ++i) x[1030 + i] = static_cast<float>(i);
  x[1500] = std::nanf("");
  device_vector<float> const dx(x);
  device_vector<float> y(x.size()), mean(3), inverse(3);
  backend::layer_norm_forward(wf::cuda{}, y.data(), mean.data(), inverse.data(), dx.data(),
                              static_cast<float const*>(nullptr), static_cast<float const*>(nullptr), 1e-5f,
                              3, 1030);
  auto const found = y.on_host();
  CHECK(mean.on_host()[0] == 1234.5f);
  CHECK(inverse.on_host()[0] == doctest::Approx(316.2278).epsilon(1e-6));
  for (std::size_t i = 0; i < 1030; ++i) {
    REQUIRE(found[i] == 0.0f);
    REQUIRE(std::isnan(found[1030 + i]));
    REQUIRE(found[2060 + i] == 0.0f);
  }
}
