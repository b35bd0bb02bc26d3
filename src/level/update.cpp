// SPDX-License-Identifier: Apache-2.0
// Optimiser rules, compiled once a level, without fused multiplication: the GPU computes the same bits.
#include "functions.hpp"

namespace wellformed::backend {
namespace {

inline float root_of(float x) { return __builtin_sqrtf(x); }
inline double root_of(double x) { return __builtin_sqrt(x); }

template <class T>
void sgd(T* __restrict parameters, T* __restrict velocity, T const* __restrict gradient,
         sgd_numbers<T> const& with, index_t n) {
  auto const [factor, decay, momentum, lr, is_first, nesterov] = with;
  if (velocity == nullptr) {
    for (index_t i = 0; i < n; ++i) parameters[i] -= lr * (factor * gradient[i] + decay * parameters[i]);
    return;
  }
  for (index_t i = 0; i < n; ++i) {
    T const g = factor * gradient[i] + decay * parameters[i];
    T const v = is_first ? g : momentum * velocity[i] + g;
    velocity[i] = v;
    parameters[i] -= lr * (nesterov ? g + momentum * v : v);
  }
}

template <class T>
void adam(T* __restrict parameters, T* __restrict first, T* __restrict second, T const* __restrict gradient,
          adam_numbers<T> const& with, index_t n) {
  auto const [factor, coupled, b1, b2, c1, c2, shrink, step_size, root, eps] = with;
  for (index_t i = 0; i < n; ++i) {
    T const g = factor * gradient[i] + coupled * parameters[i];
    first[i] = b1 * first[i] + c1 * g;
    second[i] = b2 * second[i] + c2 * g * g;
    parameters[i] = shrink * parameters[i] - step_size * first[i] / (root_of(second[i]) / root + eps);
  }
}

}  // namespace

namespace LEVEL {
extern update_functions<float> const updates_of_float;
extern update_functions<double> const updates_of_double;
update_functions<float> const updates_of_float{sgd<float>, adam<float>};
update_functions<double> const updates_of_double{sgd<double>, adam<double>};
}  // namespace LEVEL

}  // namespace wellformed::backend
