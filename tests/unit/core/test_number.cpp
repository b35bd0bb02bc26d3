// SPDX-License-Identifier: Apache-2.0
// half and bfloat16 bit by bit: half against the compiler's _Float16, bfloat16 against the nearest of two
// neighbours.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>

#include <wellformed/core/convert.hpp>

namespace {

using wellformed::bfloat16;
using wellformed::convert;
using wellformed::half;

template <class To, class From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

template <class T>
T pattern(std::uint32_t bits) {
  T x;
  x.bits = static_cast<std::uint16_t>(bits);
  return x;
}

/// Greatest pattern of bfloat16 not above |x|, found by bisection, and its neighbour: the nearer one, ties to
/// even.
std::uint16_t nearest_bfloat16(double x) {
  auto const value = [](std::uint32_t bits) {
    return bits == 0x7f80 ? 0x1p128 : static_cast<double>(static_cast<float>(pattern<bfloat16>(bits)));
  };
  double const magnitude = std::fabs(x);
  if (magnitude >= 0x1p128) return 0x7f80;
  std::uint32_t low = 0, high = 0x7f80;
  while (high - low > 1) {
    auto const middle = (low + high) / 2;
    (value(middle) <= magnitude ? low : high) = middle;
  }
  double const below = magnitude - value(low), above = value(high) - magnitude;
  return static_cast<std::uint16_t>(below < above || (below == above && low % 2 == 0) ? low : high);
}

}  // namespace

TEST_CASE("every pattern of bfloat16 comes back") {
  int wrong = 0;
  for (std::uint32_t i = 0; i < 65536; ++i) {
    auto const x = static_cast<float>(pattern<bfloat16>(i));
    auto const right = bits_as<float>(i << 16);
    if (std::isnan(right)) {
      wrong += std::isnan(x) && std::isnan(static_cast<float>(bfloat16(x))) ? 0 : 1;
    } else {
      wrong += bits_as<std::uint32_t>(x) == i << 16 && bfloat16(x).bits == i ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("bfloat16 rounds to nearest, ties to even, once") {
  std::mt19937_64 draw(1);
  int wrong = 0;
  auto const check = [&](double x) {
    if (!std::isnan(x)) wrong += (convert<bfloat16>(x).bits & 0x7fff) == nearest_bfloat16(x) ? 0 : 1;
  };
  for (int i = 0; i < 100000; ++i) {
    auto const bits = static_cast<std::uint32_t>(draw());
    auto const x = bits_as<float>(bits);
    if (!std::isnan(x)) wrong += bfloat16(x).bits == convert<bfloat16>(static_cast<double>(x)).bits ? 0 : 1;
    check(static_cast<double>(x));
    auto const tie = static_cast<double>(bits_as<float>((bits & 0xffff0000u) | 0x8000u));
    check(tie);
    if (std::isfinite(tie)) check(std::nextafter(tie, 1e300));
    if (std::isfinite(tie)) check(std::nextafter(tie, -1e300));
  }
  CHECK(wrong == 0);
}

#ifdef __FLT16_MAX__
TEST_CASE("every pattern of half comes back, as the compiler's type says") {
  int wrong = 0;
  for (std::uint32_t i = 0; i < 65536; ++i) {
    auto const x = static_cast<float>(pattern<half>(i));
    auto const right = static_cast<float>(bits_as<_Float16>(static_cast<std::uint16_t>(i)));
    if (std::isnan(right)) {
      wrong += std::isnan(x) && std::isnan(static_cast<float>(half(x))) ? 0 : 1;
    } else {
      wrong += bits_as<std::uint32_t>(x) == bits_as<std::uint32_t>(right) && half(x).bits == i ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("half rounds floats and doubles as the compiler's type does, ties included") {
  std::mt19937_64 draw(2);
  int wrong = 0;
  auto const check = [&](auto x) {
    if (!std::isnan(x))
      wrong += convert<half>(x).bits == bits_as<std::uint16_t>(static_cast<_Float16>(x)) ? 0 : 1;
  };
  for (int i = 0; i < 200000; ++i) {
    check(bits_as<float>(static_cast<std::uint32_t>(draw())));
    double const x = std::ldexp(static_cast<double>(draw()) - 0x1p63, -46 - static_cast<int>(draw() % 46));
    check(x);
    check(static_cast<float>(x));
  }
  for (std::uint32_t i = 0; i < 0x7c00; ++i) {
    auto const low = static_cast<double>(static_cast<float>(pattern<half>(i)));
    auto const high = i == 0x7bff ? 65536.0 : static_cast<double>(static_cast<float>(pattern<half>(i + 1)));
    double const tie = (low + high) / 2;
    for (double const x : {tie, -tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e9)}) {
      check(x);
      check(static_cast<float>(x));
    }
  }
  CHECK(wrong == 0);
}
#endif

static_assert(convert<float>(half(1.5f)) == 1.5f);
static_assert(convert<std::uint8_t>(std::int64_t{7}) == 7);
static_assert(wellformed::widens<half, float>() && !wellformed::widens<half, bfloat16>());
