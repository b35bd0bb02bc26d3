// SPDX-License-Identifier: Apache-2.0
// Numbers of kernels: which type computes for a stored one, conversion by the hardware's instructions,
// maximum and the exponential of a distance.
#pragma once

#include <limits>

#include <wellformed/core/math.hpp>
#include <wellformed/core/number.hpp>

namespace wellformed::backend {

/// float for what is stored in 16 bits, else the type itself.
template <class E>
struct computed {
  using type = E;
};
template <StorageElement E>
struct computed<E> {
  using type = float;
};
template <class E>
using computed_t = typename computed<E>::type;

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

template <class E>
WF_HD computed_t<E> widen(E stored) {
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<E, half>) {
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(stored.bits));
    return wide;
  } else if constexpr (std::is_same_v<E, bfloat16>) {
    return __uint_as_float(static_cast<unsigned>(stored.bits) << 16);
  } else {
    return stored;
  }
#else
  return static_cast<computed_t<E>>(stored);
#endif
}

/// To nearest, ties to even.
template <class E>
WF_HD E narrow(computed_t<E> value) {
#ifdef __CUDA_ARCH__
  E stored;
  if constexpr (std::is_same_v<E, half>) {
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(stored.bits) : "f"(value));
  } else if constexpr (std::is_same_v<E, bfloat16>) {
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(stored.bits) : "f"(value));
#else
    unsigned const bits = __float_as_uint(value);
    bool const is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
    stored.bits = static_cast<std::uint16_t>(is_nan ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
#endif
  } else {
    stored = value;
  }
  return stored;
#else
  return static_cast<E>(value);
#endif
}

template <class T>
WF_HD T greater_of(T a, T b) {
#ifdef __CUDA_ARCH__
  return max(a, b);
#else
  return a > b || b != b ? a : b;
#endif
}

/// e^x for x <= 0. float: one multiplication and one instruction of the special function unit; the argument's
/// rounding costs x * 2^-24 relative, 5e-6 where e^x is just above the least normal number, and there 0
/// below.
WF_HD inline float exp_of_distance(float x) {
#ifdef __CUDA_ARCH__
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x * 1.44269504f));
  return power;
#else
  return math::exp(x);
#endif
}
WF_HD inline double exp_of_distance(double x) { return math::exp(x); }

}  // namespace wellformed::backend
