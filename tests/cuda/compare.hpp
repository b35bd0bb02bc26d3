// SPDX-License-Identifier: Apache-2.0
// What tests of kernels compare: the sizes at which schedules change, values that are exact or random, and
// closeness in the unit of the values' type.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include <wellformed/core/philox.hpp>

/// Empty, one, around warps and blocks, primes.
inline std::vector<std::size_t> const odd_sizes{0, 1, 31, 33, 257, 1023, 1025, 2053};

/// Numbers of [low, high), the same in every run.
template <class T>
std::vector<T> random_values(std::size_t count, std::uint64_t stream, double low = -2, double high = 2) {
  wellformed::philox_stream const numbers{7, stream};
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<T>(low + (high - low) * static_cast<double>(numbers.uniform(i)));
  }
  return values;
}

/// Small integers, whose sums and products are exact.
template <class T>
std::vector<T> integers(std::size_t count, std::uint64_t stream) {
  auto values = random_values<T>(count, stream, -8, 8);
  for (T& v : values) v = std::floor(v);
  return values;
}

template <class T>
constexpr double tolerance = sizeof(T) == sizeof(double) ? 1e-12 : 1e-5;

/// Every bit, NaN and the sign of zero included.
template <class T>
void check_same(std::vector<T> const& found, std::vector<T> const& expected) {
  REQUIRE(found.size() == expected.size());
  std::size_t wrong = found.size();
  for (std::size_t i = found.size(); i-- > 0;) {
    if (std::memcmp(&found[i], &expected[i], sizeof(T)) != 0) wrong = i;
  }
  if (wrong == found.size()) return;
  CAPTURE(wrong);
  CHECK(found[wrong] == expected[wrong]);
  FAIL_CHECK("differs in bits");
}

/// |found - expected| <= tolerance (1 + |expected|) `slack`; NaN and infinities at the same places.
template <class T>
void check_close(std::vector<T> const& found, std::vector<T> const& expected, double slack = 1) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const a = static_cast<double>(found[i]), b = static_cast<double>(expected[i]);
    bool const same = std::isfinite(b) ? std::abs(a - b) <= tolerance<T> * slack * (1 + std::abs(b))
                                       : (std::isnan(b) ? std::isnan(a) : a == b);
    if (same) continue;
    CAPTURE(i);
    CHECK(a == b);
    return;
  }
}

/// run() gives the same bits each time; with GPUSIM_SEED the order of threads differs from launch to launch.
template <class Run>
void check_repeatable(Run run) {
  auto const first = run();
  for (int turn = 0; turn < 3; ++turn) check_same(run(), first);
}
