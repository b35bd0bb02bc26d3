// SPDX-License-Identifier: Apache-2.0
// Vectors of LEVEL_BYTES bytes by the compilers' vector extension, and elementary functions of them.
// Everything here is compiled once a level, in an unnamed namespace; no function of a standard header is
// called.
#pragma once

#include <wellformed/core/config.hpp>

#if LEVEL_BYTES > 16
#include <immintrin.h>
#endif

namespace wellformed::backend {
namespace {

template <class T>
struct vector_types;
template <>
struct vector_types<float> {
  static constexpr int width = LEVEL_BYTES / 4;
  using number = float __attribute__((vector_size(LEVEL_BYTES)));
  using integer = int __attribute__((vector_size(LEVEL_BYTES)));
  using count = integer;  // what a number is rounded to
};
template <>
struct vector_types<double> {
  static constexpr int width = LEVEL_BYTES / 8;
  using number = double __attribute__((vector_size(LEVEL_BYTES)));
  using integer = long long __attribute__((vector_size(LEVEL_BYTES)));
  using count = int __attribute__((vector_size(LEVEL_BYTES / 2)));  // AVX2 converts to no wider one
};

template <class T>
inline constexpr index_t width = vector_types<T>::width;
template <class T>
using vector = typename vector_types<T>::number;
template <class T>
using integers = typename vector_types<T>::integer;

template <class T>
inline vector<T> load(T const* from) {
  vector<T> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class T>
inline void store(T* to, vector<T> const& v) {
  __builtin_memcpy(to, &v, sizeof v);
}
template <class T>
inline vector<T> all(T value) {
  return value - vector<T>{};  // unlike a sum, exact for -0.0, so nothing is left of it
}
/// The first n < width elements, then `padding`.
template <class T>
inline vector<T> load_some(T const* from, index_t n, T padding) {
#if LEVEL_BYTES == 64
  auto const some = (1u << n) - 1u;
  if constexpr (sizeof(T) == 4)
    return (vector<T>)_mm512_mask_loadu_ps(all(padding), static_cast<__mmask16>(some), from);
  if constexpr (sizeof(T) == 8)
    return (vector<T>)_mm512_mask_loadu_pd(all(padding), static_cast<__mmask8>(some), from);
#else
  vector<T> v = all(padding);
  for (index_t i = 0; i < n; ++i) v[i] = from[i];
  return v;
#endif
}
template <class T>
inline void store_some(T* to, vector<T> const& v, index_t n) {
#if LEVEL_BYTES == 64
  auto const some = (1u << n) - 1u;
  if constexpr (sizeof(T) == 4) _mm512_mask_storeu_ps(to, static_cast<__mmask16>(some), v);
  if constexpr (sizeof(T) == 8) _mm512_mask_storeu_pd(to, static_cast<__mmask8>(some), v);
#else
  for (index_t i = 0; i < n; ++i) to[i] = v[i];
#endif
}

/// Calls each(load, store, first element) for whole vectors, then for the rest, whose missing elements are
/// `padding`.
template <class T, class Each>
inline void walk(index_t n, Each each) {
  index_t i = 0;
#pragma GCC unroll 4
  for (; i + width<T> <= n; i += width<T>) each(i, width<T>);
  if (i < n) each(i, n - i);
}
template <class T>
inline vector<T> load_at(T const* from, index_t n, T padding = T(0)) {
  return n == width<T> ? load(from) : load_some(from, n, padding);
}
template <class T>
inline void store_at(T* to, vector<T> const& v, index_t n) {
  n == width<T> ? store(to, v) : store_some(to, v, n);
}

template <class T>
inline vector<T> greater(vector<T> const& a, vector<T> const& b) {
  return a > b ? a : b;
}

template <int... I>
struct positions {};
template <class T, int... I>
inline void interleave(vector<T>& low, vector<T>& high, vector<T> const& a, vector<T> const& b,
                       positions<I...>) {
  constexpr int w = static_cast<int>(width<T>);
  low = __builtin_shufflevector(a, b, (I / 2 + I % 2 * w)...);
  high = __builtin_shufflevector(a, b, (w / 2 + I / 2 + I % 2 * w)...);
}
template <index_t Width>
struct all_positions;
template <>
struct all_positions<2> : positions<0, 1> {};
template <>
struct all_positions<4> : positions<0, 1, 2, 3> {};
template <>
struct all_positions<8> : positions<0, 1, 2, 3, 4, 5, 6, 7> {};
template <>
struct all_positions<16> : positions<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15> {};

/// Square of vectors, transposed: each round puts element i of two vectors that lie half the square apart
/// side by side.
template <class T>
inline void transpose(vector<T> (&square)[width<T>]) {
  constexpr int w = static_cast<int>(width<T>);
#pragma GCC unroll 4
  for (int round = 1; round < w; round *= 2) {
    vector<T> next[w];
#pragma GCC unroll 8
    for (int i = 0; i < w / 2; ++i) {
      interleave<T>(next[2 * i], next[2 * i + 1], square[i], square[i + w / 2], all_positions<w>{});
    }
#pragma GCC unroll 16
    for (int i = 0; i < w; ++i) square[i] = next[i];
  }
}

/// What `join` makes of all elements, halves first.
template <class T, class Join, int... I>
inline T reduce(vector<T> v, Join join, positions<I...>) {
  constexpr int w = static_cast<int>(width<T>);
  if constexpr (w >= 16) v = join(v, __builtin_shufflevector(v, v, ((I + 8) % w)...));
  if constexpr (w >= 8) v = join(v, __builtin_shufflevector(v, v, ((I + 4) % w)...));
  if constexpr (w >= 4) v = join(v, __builtin_shufflevector(v, v, ((I + 2) % w)...));
  return join(v, __builtin_shufflevector(v, v, ((I + 1) % w)...))[0];
}
template <class T>
inline T sum_of(vector<T> const& v) {
  return reduce<T>(
      v, [](vector<T> const& a, vector<T> const& b) { return a + b; }, all_positions<width<T>>{});
}
template <class T>
inline T greatest_of(vector<T> const& v) {
  return reduce<T>(
      v, [](vector<T> const& a, vector<T> const& b) { return greater<T>(a, b); }, all_positions<width<T>>{});
}

/// Sums of vectors in double: blocks of 64 vectors are added in T first.
template <class T>
class running_sum {
 public:
  void add(vector<T> const& v) {
    block_ += v;
    if (++held_ == 64) flush();
  }
  double total() {
    flush();
    return total_;
  }

 private:
  void flush() {
    total_ += static_cast<double>(sum_of<T>(block_));
    block_ = vector<T>{};
    held_ = 0;
  }
  vector<T> block_{};
  double total_ = 0;
  int held_ = 0;
};

/// 2^n for integers n, as a number: the exponent's bits.
inline vector<float> power_of_two(integers<float> const& n) { return (vector<float>)((n + 127) << 23); }
inline vector<double> power_of_two(integers<double> const& n) { return (vector<double>)((n + 1023) << 52); }

/// e^x within 1 unit in the last place (float) and 2 (double), subnormal results included: x = n log 2 + r
/// with |r| at most log(2) / 2, and the series of e^r. Infinite beyond the range, NaN of NaN.
inline vector<float> exp(vector<float> const& given) {
  auto const is_nothing = given < -104.0f;  // not computed: a subnormal product takes a hundred times as long
  vector<float> x = is_nothing ? vector<float>{} : given;
  x = x > 89.0f ? all(89.0f) : x;
  vector<float> const scaled = x * 1.44269504f;
  auto const n = __builtin_convertvector(scaled + (scaled < 0.0f ? all(-0.5f) : all(0.5f)), integers<float>);
  auto const whole = __builtin_convertvector(n, vector<float>);
  vector<float> const r = (x - whole * 0.693359375f) - whole * -2.12194440e-4f;
  vector<float> p = r * (1.0f / 5040) + 1.0f / 720;
  p = p * r + 1.0f / 120;
  p = p * r + 1.0f / 24;
  p = p * r + 1.0f / 6;
  p = p * r + 0.5f;
  p = (p * r) * r + r + 1.0f;
  auto const half = n >> 1;
  return is_nothing ? vector<float>{} : p * power_of_two(half) * power_of_two(n - half);
}
inline vector<double> exp(vector<double> const& given) {
  auto const is_nothing = given < -746.0;
  vector<double> x = is_nothing ? vector<double>{} : given;
  x = x > 710.0 ? all(710.0) : x;
  vector<double> const scaled = x * 1.4426950408889634;
  auto const count =
      __builtin_convertvector(scaled + (scaled < 0.0 ? all(-0.5) : all(0.5)), vector_types<double>::count);
  auto const n = __builtin_convertvector(count, integers<double>);
  auto const whole = __builtin_convertvector(count, vector<double>);
  vector<double> const r = (x - whole * 6.93147180369123816490e-01) - whole * 1.90821492927058770002e-10;
  constexpr double inverse_factorial[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                          1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                          1.0 / 120,        1.0 / 24,        1.0 / 6,        0.5};
  vector<double> p = all(inverse_factorial[0]);
  for (int i = 1; i < 12; ++i) p = p * r + inverse_factorial[i];
  p = (p * r) * r + r + 1.0;
  auto const half = n >> 1;
  return is_nothing ? vector<double>{} : p * power_of_two(half) * power_of_two(n - half);
}

/// log(1 + e) for e of [0, 1]: 2 artanh(s), s = e / (2 + e) <= 1 / 3; float by a polynomial of relative error
/// 5e-9, double by the series.
inline vector<float> log_of_one_more(vector<float> const& e) {
  vector<float> const s = e / (e + 2.0f), z = s * s;
  vector<float> const p = ((z * 0.28024459f + 0.27999141f) * z + 0.40021699f) * z + 0.66666413f;
  return s * z * p + 2.0f * s;
}
inline vector<double> log_of_one_more(vector<double> const& e) {
  vector<double> const s = e / (e + 2.0), z = s * s;
  vector<double> p = all(2.0 / 37);
  for (int i = 35; i > 0; i -= 2) p = p * z + 2.0 / i;
  return p * s;
}

}  // namespace
}  // namespace wellformed::backend
