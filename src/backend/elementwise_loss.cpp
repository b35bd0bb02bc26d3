// SPDX-License-Identifier: Apache-2.0
// Element-wise losses on the host: the sum in double, in order.
#include <wellformed/backend/elementwise_loss.hpp>

#include "../level/functions.hpp"

#include "element_loss.hpp"

namespace wellformed::backend {

namespace {

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

}  // namespace

template <class T>
double bce_with_logits(host, T const* logits, T const* targets, index_t rows, index_t columns,
                       T const* positive_weight, T* losses, T* gradient) {
  if (positive_weight == nullptr) {
    return level<T>().rows->bce_with_logits(logits, targets, losses, gradient, rows * columns);
  }
  return accumulate(rows * columns, losses, gradient, [=](index_t i) {
    return element_loss::bce_with_logits(logits[i], targets[i], positive_weight[i % columns]);
  });
}

template <class T>
double bce(host, T const* probabilities, T const* targets, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient,
                    [=](index_t i) { return element_loss::bce(probabilities[i], targets[i]); });
}

template <class T>
double kl_div(host, T const* log_probs, T const* targets, bool targets_are_logs, index_t count, T* losses,
              T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) {
    return element_loss::kl_div(log_probs[i], targets[i], targets_are_logs);
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
  return accumulate(count, losses, gradient, [=](index_t i) { return element_loss::mse(x[i], targets[i]); });
}

template <class T>
double l1(host, T const* x, T const* targets, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient, [=](index_t i) { return element_loss::l1(x[i], targets[i]); });
}

template <class T>
double huber(host, T const* x, T const* targets, T delta, index_t count, T* losses, T* gradient) {
  return accumulate(count, losses, gradient,
                    [=](index_t i) { return element_loss::huber(x[i], targets[i], delta); });
}

#define WF_FOR(T)                                                                                   \
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
