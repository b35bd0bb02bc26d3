// SPDX-License-Identifier: Apache-2.0
// What the backend tests share: numbers to test with, closeness, and central differences in double.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include <wellformed/core/philox.hpp>

namespace reference {

using wellformed::index_t;
using real = long double;

/// Odd and small, so that vector loops have remainders.
inline std::vector<index_t> const sizes{1, 2, 3, 5, 7, 31, 33, 67};

/// `count` numbers in [low, high), the same on every machine.
template <class T>
std::vector<T> numbers(index_t count, unsigned stream, double low = -2, double high = 2) {
  wellformed::philox_stream const source{2718, stream};
  std::vector<T> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = static_cast<T>(low + (high - low) * static_cast<double>(source.uniform(i)));
  }
  return result;
}

inline std::vector<index_t> labels(index_t count, index_t classes, unsigned stream) {
  wellformed::philox_stream const source{3141, stream};
  std::vector<index_t> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = static_cast<index_t>(source.word(i)) % classes;
  }
  return result;
}

/// |a - b| within `ulps` roundings of T, measured against `scale`. False for NaN.
template <class T>
bool near(T a, real b, real scale, real ulps = 16) {
  real const epsilon = sizeof(T) == 4 ? 0x1p-23L : 0x1p-52L;
  return std::abs(static_cast<real>(a) - b) <= ulps * epsilon * (std::abs(b) + scale);
}

template <class T>
bool all_near(std::vector<T> const& a, std::vector<real> const& b, real scale, real ulps = 16) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!near(a[i], b[i], scale, ulps)) return false;
  }
  return true;
}

/// Whether `gradient` is that of f at x: each element against a central difference of step 1e-5.
inline bool is_gradient(std::vector<double> const& gradient, std::vector<double> x,
                        std::function<double(std::vector<double> const&)> const& f, double tolerance = 2e-8) {
  if (gradient.size() != x.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const at = x[i];
    double const h = 1e-5;
    x[i] = at + h;
    double const above = f(x);
    x[i] = at - h;
    double const below = f(x);
    x[i] = at;
    double const slope = (above - below) / (2 * h);
    if (!(std::abs(slope - gradient[i]) <= tolerance * (1 + std::abs(slope) + std::abs(above)))) return false;
  }
  return true;
}

inline double dot(std::vector<double> const& a, std::vector<double> const& b) {
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

}  // namespace reference
