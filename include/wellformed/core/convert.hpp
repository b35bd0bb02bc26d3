// SPDX-License-Identifier: Apache-2.0
// Conversion of one number between element types: to nearest, ties to even, rounded once.
#pragma once

#include <limits>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/number.hpp>

namespace wellformed {

/// The float next to a double that a second rounding to fewer bits cannot tell from it: its last bit is set
/// if anything was cut ("round to odd").
constexpr float round_to_odd(double value) {
  auto const bits = std::bit_cast<std::uint64_t>(value);
  auto const near = static_cast<float>(value);
  if (!is_finite(near)) return near;  // beyond float is beyond half and bfloat16
  auto const magnitude = std::bit_cast<double>(bits & 0x7fffffffffffffffull);
  auto close = std::bit_cast<std::uint32_t>(near) & 0x7fffffffu;
  auto const held = static_cast<double>(std::bit_cast<float>(close));
  if (held > magnitude) --close;
  if (held != magnitude) close |= 1u;
  return std::bit_cast<float>(close | (static_cast<std::uint32_t>(bits >> 63) << 31));
}

/// `value` as a To. Floating to integer is not among the conversions.
template <Element To, Element From>
constexpr To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (StorageElement<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (StorageElement<To> && std::is_same_v<From, double>) {
    return To(round_to_odd(value));
  } else if constexpr (StorageElement<To> && !std::is_same_v<From, float>) {
    return convert<To>(static_cast<double>(value));
  } else {
    return static_cast<To>(value);
  }
}

/// Whether the number is neither NaN nor infinite.
template <Element E>
constexpr bool is_finite_element(E value) {
  if constexpr (StorageElement<E>) {
    return is_finite(static_cast<float>(value));
  } else if constexpr (ComputingElement<E>) {
    return is_finite(value);
  } else {
    return true;
  }
}

/// Whether every number of From is one of To.
template <class From, Element To>
constexpr bool widens() {
  if constexpr (std::is_same_v<From, To>) {
    return true;
  } else if constexpr (IndexElement<From> && IndexElement<To>) {
    return sizeof(From) < sizeof(To);
  } else {
    return ComputingElement<To> && precision_of<From> > 0 && precision_of<From> < precision_of<To>;
  }
}

}  // namespace wellformed
