// SPDX-License-Identifier: Apache-2.0
// Finiteness by bits: -ffast-math lets a compiler assume that NaN and infinity do not exist, so a comparison
// of floats may be removed; one of integers may not.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed {

WF_HD constexpr bool is_finite(float x) {
  return (__builtin_bit_cast(std::uint32_t, x) & 0x7f800000u) != 0x7f800000u;
}
WF_HD constexpr bool is_finite(double x) {
  return (__builtin_bit_cast(std::uint64_t, x) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull;
}

WF_HD constexpr bool is_nan(float x) {
  return (__builtin_bit_cast(std::uint32_t, x) & 0x7fffffffu) > 0x7f800000u;
}
WF_HD constexpr bool is_nan(double x) {
  return (__builtin_bit_cast(std::uint64_t, x) & 0x7fffffffffffffffull) > 0x7ff0000000000000ull;
}

}  // namespace wellformed
