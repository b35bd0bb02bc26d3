// SPDX-License-Identifier: Apache-2.0
// Element-wise losses, each as a pair of value and slope.
#include <limits>

#include <wellformed/backend/elementwise_loss.hpp>
#include <wellformed/core/bits.hpp>
#include <wellformed/core/math.hpp>

namespace wellformed::backend {

namespace {

template <class T>
struct value_and_slope {
  T value;
  T slope;
};

template <class T, class Each>
double accumulate(index_t count, T* losses, T* gradient, Each each) {
  double total = 0;
  for (index_t i = 0; i < count; ++i) {
    auto const [value, slope] = each(i);
    if (losses != nullptr) losses[i] = value;
    if (gradient != nullptr) gradient[i] = slope;
    total += static_cast<double>(value);
  }
  return total;
}

/// log(x) or log1p(x), not below -100, asked for only where it exists: the logarithm of 0 is -100 by decree,
/// and no infinity or NaN meets a comparison, which -ffast-math would be free to fold.
template <class T>
T bounded_log(T x) {
  if (x <= T(0)) return T(-100);
  T const y = math::log(x);
  return y > T(-100) ? y : T(-100);
}
template <class T>
T bounded_log1p(T x) {
  if (x <= T(-1)) return T(-100);
  T const y = math::log1p(x);
  return y > T(-100) ? y : T(-100);
}

template <class T>
bool is_probability(T x) {
  return is_finite(x) && x >= T(0) && x <= T(1);
}

}  // namespace

template <class T>
double bce_with_logits(host, T const* logits, T const* targets, index_t rows, index_t columns,
                       T const* positive_weight, T* losses, T* gradient) {
  return accumulate(rows * columns, losses, gradient, [=](index_t i) -> value_and_slope<T> {
    T const x = logits[i], t = targets[i];
    T const w = positive_weight == nullptr ? T(1) : positive_weight[i % columns];
    T const e = math::exp(-math::abs(x));
    T const tail = math::log1p(e), great = T(1) / (T(1) + e), small = e / (T(1) + e);
    // Two terms that are never negative: neither loss nor slope is a difference that cancels.
    T const miss = (T(1) - t) * (tail + (x > T(0) ? x : T(0))) + w * t * (tail + (x < T(0) ? -x : T(0)));
    T const slope = (T(1) - t) * (x < T(0) ? small : great) - w * t * (x < T(0) ? great : small);
    return {miss, slope};
  });
}

template <class T>
double bce(host, T const* probabilities, T const* targets, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) -> value_and_slope<T> {
    T const p = probabilities[i], t = targets[i];
    if (!is_probability(p)) {
      T const none = std::numeric_limits<T>::quiet_NaN();
      return {none, none};
    }
    T const q = (T(1) - p) * p;
    T const least = T(1e-12f);  // PyTorch's bound on the denominator, a float there too
    return {-(t * bounded_log(p) + (T(1) - t) * bounded_log1p(-p)), (p - t) / (q > least ? q : least)};
  });
}

template <class T>
double kl_div(host, T const* log_probs, T const* targets, bool targets_are_logs, index_t count, T* losses,
              T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) -> value_and_slope<T> {
    T const q = targets_are_logs ? math::exp(targets[i]) : targets[i];
    if (q == T(0)) return {T(0), T(0)};
    T const log_q = targets_are_logs ? targets[i] : math::log(q);
    return {q * (log_q - log_probs[i]), -q};
  });
}

template <class T>
double plain(host, T const* x, index_t count) {
  double total = 0;
  for (index_t i = 0; i < count; ++i) total += static_cast<double>(x[i]);
  return total;
}

template <class T>
double mse(host, T const* x, T const* targets, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) -> value_and_slope<T> {
    T const d = x[i] - targets[i];
    return {d * d, T(2) * d};
  });
}

template <class T>
double l1(host, T const* x, T const* targets, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) -> value_and_slope<T> {
    T const d = x[i] - targets[i];
    return {math::abs(d), d > T(0) ? T(1) : d < T(0) ? T(-1) : T(0)};
  });
}

template <class T>
double huber(host, T const* x, T const* targets, T delta, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) -> value_and_slope<T> {
    T const d = x[i] - targets[i];
    T const size = math::abs(d);
    if (size <= delta) return {T(0.5) * d * d, d};
    return {delta * (size - T(0.5) * delta), d > T(0) ? delta : -delta};
  });
}

#define WF_FOR(T)                                                                             \
  template double bce_with_logits<T>(host, T const*, T const*, index_t, index_t, T const*, T*, T*); \
  template double bce<T>(host, T const*, T const*, index_t, T*, T*);                                \
  template double kl_div<T>(host, T const*, T const*, bool, index_t, T*, T*);                       \
  template double plain<T>(host, T const*, index_t);                                                \
  template double mse<T>(host, T const*, T const*, index_t, T*, T*);                                \
  template double l1<T>(host, T const*, T const*, index_t, T*, T*);                                 \
  template double huber<T>(host, T const*, T const*, T, index_t, T*, T*);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
