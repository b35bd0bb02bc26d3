// SPDX-License-Identifier: Apache-2.0
// Optimiser rules: one pass over all parameters of a model.
#include <wellformed/backend/update.hpp>
#include <wellformed/core/math.hpp>

#include "../level/functions.hpp"

namespace wellformed::backend {

template <class T>
void sgd(host, T* parameters, T* velocity, T const* gradient, double scale, sgd_rule rule, index_t step,
         index_t count) {
  sgd_numbers<T> const with{static_cast<T>(scale),
                            static_cast<T>(rule.weight_decay),
                            static_cast<T>(rule.momentum),
                            static_cast<T>(rule.lr),
                            step <= 1,
                            rule.nesterov};
  level<T>().updates->sgd(parameters, velocity, gradient, with, count);
}

template <class T>
void adam(host, T* parameters, T* first, T* second, T const* gradient, double scale, adam_rule rule,
          index_t step, index_t count) {
  auto const t = static_cast<double>(step);
  double const correction1 = 1.0 - math::pow(rule.beta1, t), correction2 = 1.0 - math::pow(rule.beta2, t);
  adam_numbers<T> const with{static_cast<T>(scale),
                             static_cast<T>(rule.decoupled ? 0.0 : rule.weight_decay),
                             static_cast<T>(rule.beta1),
                             static_cast<T>(rule.beta2),
                             static_cast<T>(1.0 - rule.beta1),
                             static_cast<T>(1.0 - rule.beta2),
                             static_cast<T>(rule.decoupled ? 1.0 - rule.lr * rule.weight_decay : 1.0),
                             static_cast<T>(rule.lr / correction1),
                             static_cast<T>(math::sqrt(correction2)),
                             static_cast<T>(rule.eps)};
  level<T>().updates->adam(parameters, first, second, gradient, with, count);
}

template <class T>
void commit_statistics(host, T* buffers, T const* decay, T const* shift, index_t count) {
  for (index_t i = 0; i < count; ++i) buffers[i] = decay[i] * buffers[i] + shift[i];
}

#define WF_FOR(T)                                                                         \
  template void sgd<T>(host, T*, T*, T const*, double, sgd_rule, index_t, index_t);       \
  template void adam<T>(host, T*, T*, T*, T const*, double, adam_rule, index_t, index_t); \
  template void commit_statistics<T>(host, T*, T const*, T const*, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
