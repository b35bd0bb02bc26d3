// SPDX-License-Identifier: Apache-2.0
// The closed list of element types. float and double compute; half and bfloat16 store and convert.
#pragma once

#include <bit>
#include <concepts>
#include <type_traits>

#include <wellformed/core/config.hpp>

namespace wellformed {

namespace number_format {

/// Rounds the bits of a float to a shorter format with `exponent` and `fraction` bits, ties to even.
constexpr std::uint16_t narrow(float value, int exponent, int fraction) {
  auto const bits = std::bit_cast<std::uint32_t>(value);
  auto const sign = static_cast<std::uint16_t>((bits >> 31) << 15);
  auto const max_exponent = (1 << exponent) - 1;
  auto const bias = max_exponent >> 1;
  auto const infinity = static_cast<std::uint16_t>(sign | (max_exponent << fraction));
  auto const source = static_cast<int>((bits >> 23) & 0xff);
  auto mantissa = bits & 0x7fffffu;
  if (source == 0xff) {
    auto const quiet = static_cast<std::uint16_t>(1u << (fraction - 1));
    return mantissa == 0 ? infinity : static_cast<std::uint16_t>(infinity | quiet);
  }
  int target =
      (source == 0 ? 1 : source) - 127 + bias;  // subnormals have the exponent of the least normal number
  int shift = 23 - fraction;
  if (source != 0) mantissa |= 0x800000u;
  if (target <= 0) {  // subnormal in the target
    shift += 1 - target;
    target = 0;
    if (shift > 25) return sign;
  } else if (source == 0) {
    target = 0;
  } else {
    mantissa &= 0x7fffffu;
  }
  auto const kept = mantissa >> shift;
  auto const rest = mantissa & ((1u << shift) - 1u);
  auto const half_way = 1u << (shift - 1);
  auto const up = rest > half_way || (rest == half_way && (kept & 1u) != 0) ? 1u : 0u;
  auto const result =
      (static_cast<std::uint32_t>(target) << fraction) + kept + up;  // a carry moves the exponent
  if (result >= (static_cast<std::uint32_t>(max_exponent) << fraction)) return infinity;
  return static_cast<std::uint16_t>(sign | result);
}

constexpr float widen(std::uint16_t bits, int exponent, int fraction) {
  auto const max_exponent = (1 << exponent) - 1;
  auto const bias = max_exponent >> 1;
  auto const sign = static_cast<std::uint32_t>(bits >> 15) << 31;
  auto source = (bits >> fraction) & max_exponent;
  auto mantissa = static_cast<std::uint32_t>(bits & ((1 << fraction) - 1));
  if (source == max_exponent) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << (23 - fraction)));
  if (source == 0) {
    if (mantissa == 0) return std::bit_cast<float>(sign);
    if (exponent == 8) return std::bit_cast<float>(sign | (mantissa << (23 - fraction)));
    source = 1;
    while ((mantissa >> fraction) == 0) {
      mantissa <<= 1;
      --source;
    }
    mantissa &= (1u << fraction) - 1u;
  }
  auto const target = static_cast<std::uint32_t>(source - bias + 127);
  return std::bit_cast<float>(sign | (target << 23) | (mantissa << (23 - fraction)));
}

}  // namespace number_format

/// IEEE 754 binary16. Storage only: it has no arithmetic, converts explicitly.
struct half {
  std::uint16_t bits = 0;
  half() = default;
  explicit constexpr half(float value) : bits(number_format::narrow(value, 5, 10)) {}
  explicit constexpr operator float() const { return number_format::widen(bits, 5, 10); }
  friend constexpr bool operator==(half, half) = default;
};

/// The upper half of a float. Storage only: it has no arithmetic, converts explicitly.
struct bfloat16 {
  std::uint16_t bits = 0;
  bfloat16() = default;
  explicit constexpr bfloat16(float value) : bits(number_format::narrow(value, 8, 7)) {}
  explicit constexpr operator float() const { return number_format::widen(bits, 8, 7); }
  friend constexpr bool operator==(bfloat16, bfloat16) = default;
};

template <class T>
concept ComputingElement = std::same_as<T, float> || std::same_as<T, double>;

template <class T>
concept StorageElement = std::same_as<T, half> || std::same_as<T, bfloat16>;

template <class T>
concept IndexElement =
    std::same_as<T, std::int64_t> || std::same_as<T, std::int32_t> || std::same_as<T, std::uint8_t>;

template <class T>
concept Element = ComputingElement<T> || StorageElement<T> || IndexElement<T> || std::same_as<T, bool>;

/// Bits of precision: the wider of two floating types has more.
template <class T>
inline constexpr int precision_of = std::same_as<T, double>     ? 53
                                    : std::same_as<T, float>    ? 24
                                    : std::same_as<T, half>     ? 11
                                    : std::same_as<T, bfloat16> ? 8
                                                                : 0;

}  // namespace wellformed
