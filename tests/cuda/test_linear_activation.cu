// SPDX-License-Identifier: Apache-2.0
// Linear layers with an activation in the product's epilogue are the product, then the activation; their way
// back is the other way round.
#include <doctest/doctest.h>

#include <cmath>

#include <wellformed/backend/contract.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wellformed::backend;
using wf::index_t;

namespace {

template <class T>
std::vector<T> numbers(index_t count, std::uint64_t stream) {
  auto const from = random_values<float>(static_cast<std::size_t>(count), stream, -2.5, 2.5);
  std::vector<T> values;
  for (float const x : from) values.push_back(T(std::round(4 * x) / 4 + 0.0f));
  return values;
}
template <class T>
std::vector<float> floats(std::vector<T> const& from) {
  std::vector<float> values;
  for (T const x : from) values.push_back(static_cast<float>(x));
  return values;
}

struct relu {
  template <class T>
  using notes = unsigned char;
  static index_t size(index_t rows, index_t width) { return backend::relu_mask_bytes(rows, width); }
  static double value(double x) { return x > 0 ? x : 0; }
  static double slope(double x) { return x > 0 ? 1 : 0; }
  template <class... A>
  static void forward(A... a) {
    backend::linear_relu_forward(wf::cuda{}, a...);
  }
  template <class... A>
  static void backward(A... a) {
    backend::linear_relu_backward(wf::cuda{}, a...);
  }
};

struct gelu_tanh {
  template <class T>
  using notes = T;
  static index_t size(index_t rows, index_t width) { return backend::gelu_kept_size(rows, width); }
  static double inner(double x) { return std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)); }
  static double value(double x) { return 0.5 * x * (1 + inner(x)); }
  static double slope(double x) { return (value(x + 1e-5) - value(x - 1e-5)) / 2e-5; }
  template <class... A>
  static void forward(A... a) {
    backend::linear_gelu_tanh_forward(wf::cuda{}, a...);
  }
  template <class... A>
  static void backward(A... a) {
    backend::linear_gelu_tanh_backward(wf::cuda{}, a...);
  }
};

/// As far as T distinguishes numbers; sums of `rows` rounded numbers, where they are sums.
template <class T>
void check_near(std::vector<T> const& found, std::vector<double> const& expected, double terms = 1) {
  REQUIRE(found.size() == expected.size());
  double const unit = terms * std::ldexp(1.0, -wf::precision_of<T>) + 1e-5;
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const x = static_cast<double>(static_cast<float>(found[i]));
    if (!(std::fabs(x - expected[i]) <= unit * (1 + std::fabs(expected[i])) * 2)) {
      CAPTURE(i);
      CHECK(x == expected[i]);
      return;
    }
  }
}

/// (rows, in) through w (hidden, in), the activation, and back from v (out, hidden).
template <class Activation, class T>
void check_both_ways(index_t rows, index_t in, index_t hidden, index_t out, bool bias) {
  INFO(rows, " ", in, " ", hidden, " ", out, " ", bias);
  auto const x = numbers<T>(rows * in, 1), w = numbers<T>(hidden * in, 2), b = numbers<T>(hidden, 3);
  auto const gy = numbers<T>(rows * out, 4), v = numbers<T>(out * hidden, 5);
  std::vector<float> z(static_cast<std::size_t>(rows * hidden)), gz(z.size());
  backend::linear_forward(wf::host{}, z.data(), floats(x).data(), floats(w).data(),
                          bias ? floats(b).data() : nullptr, rows, in, hidden);
  backend::matmul(wf::host{}, gz.data(), floats(gy).data(), floats(v).data(), rows, hidden, out, false, false,
                  0.0f);
  std::vector<double> y, slopes, gb(static_cast<std::size_t>(hidden));
  for (std::size_t i = 0; i < z.size(); ++i) {
    // The way back sees z as it was kept.
    double const kept = static_cast<double>(static_cast<float>(T(z[i])));
    y.push_back(Activation::value(z[i]));
    slopes.push_back(gz[i] * Activation::slope(kept));
    gb[i % gb.size()] += slopes[i];
  }
  device_vector<T> const on_x(x), on_w(w), on_b(b), on_gy(gy), on_v(v);
  device_vector<T> on_y(y.size()), plain(y.size()), on_gz(y.size()), alone(y.size()), on_gb(gb.size());
  device_vector<typename Activation::template notes<T>> notes(
      static_cast<std::size_t>(Activation::size(rows, hidden)));
  auto const* const add = bias ? on_b.data() : nullptr;
  Activation::forward(on_y.data(), notes.data(), on_x.data(), on_w.data(), add, rows, in, hidden);
  Activation::forward(plain.data(), static_cast<decltype(notes.data())>(nullptr), on_x.data(), on_w.data(),
                      add, rows, in, hidden);
  auto const* const read = static_cast<decltype(notes) const&>(notes).data();
  Activation::backward(on_gz.data(), on_gb.data(), read, on_gy.data(), on_v.data(), rows, hidden, out);
  Activation::backward(alone.data(), static_cast<T*>(nullptr), read, on_gy.data(), on_v.data(), rows, hidden,
                       out);
  check_near(on_y.on_host(), y);
  check_same(plain.on_host(), on_y.on_host());
  check_near(on_gz.on_host(), slopes);
  check_same(alone.on_host(), on_gz.on_host());
  check_near(on_gb.on_host(), gb, 4);
}

template <class Activation, class T>
void check_sizes() {
  for (index_t const rows : {0, 1, 33, 64}) {
    for (index_t const in : {0, 1, 17}) {
      for (index_t const hidden : {0, 1, 31, 130}) {
        for (index_t const out : {0, 1, 10}) check_both_ways<Activation, T>(rows, in, hidden, out, out != 1);
      }
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("relu in the epilogue", T, float, wf::half, wf::bfloat16) { check_sizes<relu, T>(); }
TEST_CASE_TEMPLATE("gelu by tanh in the epilogue", T, float, wf::half, wf::bfloat16) {
  check_sizes<gelu_tanh, T>();
}
