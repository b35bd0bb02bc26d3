// SPDX-License-Identifier: Apache-2.0
// The kernels of the level that WELLFORMED_LEVEL names, against plain loops in long double: every length of a
// rest, the exponential over its whole range, products of every transposition. CMake runs this once a level.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <wellformed/core/philox.hpp>

#include "../../../src/level/functions.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

namespace {

template <class T>
std::vector<T> numbers(index_t n, std::uint64_t stream, double low = -3, double high = 3) {
  wf::philox_stream const source{5, stream};
  std::vector<T> made;
  for (index_t i = 0; i < n; ++i) {
    made.push_back(static_cast<T>(
        low + (high - low) * static_cast<double>(source.uniform(static_cast<std::uint64_t>(i)))));
  }
  return made;
}

/// The distance of `found` from `expected` in units of the last place of `expected`.
template <class T>
double units_off(T found, long double expected) {
  T const nearest = static_cast<T>(expected);
  T const next = std::nextafter(std::fabs(nearest), std::numeric_limits<T>::infinity());
  auto const unit = static_cast<long double>(next) - static_cast<long double>(std::fabs(nearest));
  return static_cast<double>(std::fabs(static_cast<long double>(found) - expected) / unit);
}

template <class T>
T power(T x) {
  T y;
  backend::level<T>().rows->exp_row(&y, &x, T(0), 1);
  return y;
}

template <class T>
bool is_near(double found, long double expected, double scale) {
  return std::fabs(found - static_cast<double>(expected)) <=
         4 * scale * static_cast<double>(std::numeric_limits<T>::epsilon());
}

index_t const lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 129, 1000, 2049};

}  // namespace

TEST_CASE_TEMPLATE("the exponential is right over its whole range", T, float, double) {
  T const lowest = std::log(std::numeric_limits<T>::denorm_min()),
          highest = std::log(std::numeric_limits<T>::max());
  double worst = 0;
  for (T const x : numbers<T>(200000, 1, static_cast<double>(lowest), static_cast<double>(highest))) {
    worst = std::fmax(worst, units_off(power(x), std::exp(static_cast<long double>(x))));
  }
  for (T const x : numbers<T>(100000, 2, -1, 1)) {
    worst = std::fmax(worst, units_off(power(x), std::exp(static_cast<long double>(x))));
  }
  CAPTURE(worst);
  CHECK(worst < (sizeof(T) == sizeof(float) ? 1.1 : 2.0));
  CHECK(power(T(0)) == T(1));
  CHECK(power(T(-0.0)) == T(1));
  CHECK(power(-std::numeric_limits<T>::infinity()) == T(0));
  CHECK(power(std::numeric_limits<T>::infinity()) == std::numeric_limits<T>::infinity());
  CHECK(power(T(1e9)) == std::numeric_limits<T>::infinity());
  CHECK(power(T(-1e9)) == T(0));
  CHECK(std::isnan(power(std::numeric_limits<T>::quiet_NaN())));
}

TEST_CASE_TEMPLATE("rows of every length", T, float, double) {
  auto const& rows = *backend::level<T>().rows;
  for (index_t const n : lengths) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const x = numbers<T>(n, 1), y = numbers<T>(n, 2);
    T most = x[0];
    long double total = 0, sum = 0, dot = 0;
    for (std::size_t i = 0; i < size; ++i) most = std::fmax(most, x[i]);
    for (std::size_t i = 0; i < size; ++i) {
      total += std::exp(static_cast<long double>(x[i]) - static_cast<long double>(most));
      sum += static_cast<long double>(x[i]);
      dot += static_cast<long double>(x[i]) * static_cast<long double>(y[i]);
    }
    auto const scale = static_cast<double>(n);
    std::vector<T> out(size + 1, T(77));
    CHECK(rows.greatest(x.data(), n) == most);
    CHECK(is_near<T>(rows.exp_row(out.data(), x.data(), most, n), total, scale));
    CHECK(is_near<T>(rows.exp_row(nullptr, x.data(), most, n), total, scale));
    CHECK(units_off(out[size - 1], std::exp(static_cast<long double>(x[size - 1] - most))) < 2);
    rows.scale(out.data(), T(0), n);
    CHECK(out[size - 1] == T(0));
    CHECK(is_near<T>(rows.distance_row(out.data(), x.data(), most, n), total, scale));
    CHECK(out[size - 1] == x[size - 1] - most);
    CHECK(is_near<T>(rows.sum(x.data(), n), sum, 3 * scale));
    CHECK(is_near<T>(rows.dot(x.data(), y.data(), n), dot, 9 * scale));
    rows.softmax_slope(out.data(), x.data(), y.data(), T(0.5), n);
    CHECK(is_near<T>(static_cast<double>(out[size - 1]), x[size - 1] * (y[size - 1] - T(0.5)), 9));
    rows.log_softmax_slope(out.data(), x.data(), y.data(), T(0.5), n);
    CHECK(is_near<T>(static_cast<double>(out[size - 1]), y[size - 1] - std::exp(x[size - 1]) * T(0.5), 20));
    CHECK(out[size] == T(77));  // nothing behind the end is written
  }
}

TEST_CASE_TEMPLATE("binary cross entropy of every length, and of logits far out", T, float, double) {
  for (index_t const n : lengths) {
    auto x = numbers<T>(n, 1, -20, 20), t = numbers<T>(n, 2, 0, 1);
    x[0] = T(1e4);
    if (n > 2) x[1] = T(-1e4);
    std::vector<T> losses(x.size()), slopes(x.size());
    double const sum =
        backend::level<T>().rows->bce_with_logits(x.data(), t.data(), losses.data(), slopes.data(), n);
    long double total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      CAPTURE(x[i]);
      auto const z = static_cast<long double>(x[i]), target = static_cast<long double>(t[i]);
      auto const tail = std::log1p(std::exp(-std::fabs(z)));
      auto const loss = (1 - target) * (tail + std::fmax(z, 0.0L)) + target * (tail + std::fmax(-z, 0.0L));
      CHECK(is_near<T>(static_cast<double>(losses[i]), loss, 1 + static_cast<double>(loss)));
      CHECK(is_near<T>(static_cast<double>(slopes[i]), 1 / (1 + std::exp(-z)) - target, 1));
      total += loss;
    }
    CHECK(is_near<T>(sum, total, 1 + static_cast<double>(total)));
  }
}

TEST_CASE_TEMPLATE("products of every transposition", T, float, double) {
  auto const& products = *backend::level<T>().products;
  struct shape {
    index_t m, n, k;
  };
  for (auto const [m, n, k] : {shape{1, 1, 1},
                               {2, 3, 4},
                               {5, 7, 9},
                               {12, 32, 64},
                               {13, 33, 65},
                               {31, 17, 300},
                               {25, 70, 513},
                               {3, 1100, 5},
                               {64, 10, 128}}) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    auto const a = numbers<T>(m * k, 1), b = numbers<T>(k * n, 2), bias = numbers<T>(n, 3),
               before = numbers<T>(m * n, 4);
    std::vector<char> room(static_cast<std::size_t>(products.workspace(n, k)));
    for (int form = 0; form < 16; ++form) {
      CAPTURE(form);
      bool const turned_a = form & 1, turned_b = form & 2, adds = form & 4, has_bias = form & 8;
      auto c = before;
      backend::product_call<T> const call{c.data(),
                                          a.data(),
                                          b.data(),
                                          has_bias ? bias.data() : nullptr,
                                          m,
                                          n,
                                          k,
                                          turned_a ? 1 : k,
                                          turned_a ? m : 1,
                                          turned_b ? 1 : n,
                                          turned_b ? k : 1,
                                          adds,
                                          room.data()};
      products.multiply(call);
      double worst = 0;
      for (index_t i = 0; i < m; ++i) {
        for (index_t j = 0; j < n; ++j) {
          long double sum = adds ? static_cast<long double>(before[static_cast<std::size_t>(i * n + j)]) : 0;
          if (has_bias) sum += static_cast<long double>(bias[static_cast<std::size_t>(j)]);
          for (index_t p = 0; p < k; ++p) {
            sum += static_cast<long double>(a[static_cast<std::size_t>(i * call.a_row + p * call.a_column)]) *
                   static_cast<long double>(b[static_cast<std::size_t>(p * call.b_row + j * call.b_column)]);
          }
          auto const found = static_cast<long double>(c[static_cast<std::size_t>(i * n + j)]);
          worst = std::fmax(worst, static_cast<double>(std::fabs(found - sum)));
        }
      }
      CHECK(worst <=
            10 * static_cast<double>(k + 2) * static_cast<double>(std::numeric_limits<T>::epsilon()));
    }
  }
}
