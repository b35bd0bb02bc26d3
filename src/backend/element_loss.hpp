// SPDX-License-Identifier: Apache-2.0
// Losses of one element, each as a pair of value and slope by the prediction: the same text for the host and
// for kernels/elementwise_loss.cu.
#pragma once

#include <limits>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/math.hpp>

namespace wellformed::backend::element_loss {

template <class T>
struct value_and_slope {
  T value;
  T slope;
};

template <class T>
inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

/// log(x) or log1p(x), not below -100, asked for only where it exists: the logarithm of 0 is -100 by decree,
/// and no infinity or NaN meets a comparison, which -ffast-math would be free to fold.
template <class T>
WF_HD T bounded_log(T x) {
  if (x <= T(0)) return T(-100);
  T const y = math::log(x);
  return y > T(-100) ? y : T(-100);
}
template <class T>
WF_HD T bounded_log1p(T x) {
  if (x <= T(-1)) return T(-100);
  T const y = math::log1p(x);
  return y > T(-100) ? y : T(-100);
}

template <class T>
WF_HD bool is_probability(T x) {
  return is_finite(x) && x >= T(0) && x <= T(1);
}

/// Of e = exp(-|x|): log(1 + e), 1 / (1 + e), e / (1 + e).
template <class T>
struct logistic {
  T tail, great, small;
};
template <class T>
WF_HD logistic<T> logistic_of(T x) {
  T const e = math::exp(-math::abs(x)), great = T(1) / (T(1) + e);
  return {math::log1p(e), great, e * great};
}
#ifdef __CUDA_ARCH__
/// Within 3 units in the last place, in 20 instructions: the library's exp, log1p and division would hold up
/// a kernel that waits for memory otherwise. log(1 + e) = 2 artanh(s), s = e / (2 + e) <= 1 / 3, by a minimax
/// polynomial of relative error 5e-9.
template <>
inline __device__ logistic<float> logistic_of(float x) {
  float const size = math::abs(x);
  float const d = size > 104.0f ? -104.0f : -size;  // there e is 0 already; infinity would have no rest
  float const exponent = d * 1.44269502f;           // log2(e) as a float; the rest follows
  float const rest = fmaf(d, 1.92596299e-8f, fmaf(d, 1.44269502f, -exponent));
  float e;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(exponent));
  e = fmaf(e, rest * 0.693147181f, e);
  float const great = __fdividef(1.0f, 1.0f + e), s = __fdividef(e, 2.0f + e), z = s * s;
  float const p = fmaf(fmaf(fmaf(0.28024459f, z, 0.27999141f), z, 0.40021699f), z, 0.66666413f);
  return {fmaf(s * z, p, 2.0f * s), great, e * great};
}
#endif

/// w: the weight of the positive part.
template <class T>
WF_HD value_and_slope<T> bce_with_logits(T x, T t, T w) {
  auto const [tail, great, small] = logistic_of(x);
  // Two terms that are never negative: neither loss nor slope is a difference that cancels.
  T const miss = (T(1) - t) * (tail + (x > T(0) ? x : T(0))) + w * t * (tail + (x < T(0) ? -x : T(0)));
  T const slope = (T(1) - t) * (x < T(0) ? small : great) - w * t * (x < T(0) ? great : small);
  return {miss, slope};
}

template <class T>
WF_HD value_and_slope<T> bce(T p, T t) {
  if (!is_probability(p)) return {not_a_number<T>, not_a_number<T>};
  T const q = (T(1) - p) * p;
  T const least = T(1e-12f);  // PyTorch's bound on the denominator, a float there too
  return {-(t * bounded_log(p) + (T(1) - t) * bounded_log1p(-p)), (p - t) / (q > least ? q : least)};
}

template <class T>
WF_HD value_and_slope<T> kl_div(T log_p, T target, bool target_is_log) {
  T const q = target_is_log ? math::exp(target) : target;
  if (q == T(0)) return {T(0), T(0)};
  T const log_q = target_is_log ? target : math::log(q);
  return {q * (log_q - log_p), -q};
}

template <class T>
WF_HD value_and_slope<T> mse(T x, T t) {
  T const d = x - t;
  return {d * d, T(2) * d};
}

template <class T>
WF_HD value_and_slope<T> l1(T x, T t) {
  T const d = x - t;
  return {math::abs(d), d > T(0) ? T(1) : d < T(0) ? T(-1) : T(0)};
}

template <class T>
WF_HD value_and_slope<T> huber(T x, T t, T delta) {
  T const d = x - t;
  T const size = math::abs(d);
  if (size <= delta) return {T(0.5) * d * d, d};
  return {delta * (size - T(0.5) * delta), d > T(0) ? delta : -delta};
}

}  // namespace wellformed::backend::element_loss
