// SPDX-License-Identifier: Apache-2.0
// Optimiser rules over a flat buffer of parameters, by PyTorch's formulas. `scale` multiplies each gradient
// first (1/count, clipping). For float and double; scalars are double.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed::backend::host {

struct sgd_rule {
  double lr, momentum, weight_decay;
  bool nesterov;
};

/// g += wd p; v = momentum v + g (v = g at the first step); p -= lr (nesterov ? g + momentum v : v).
/// `velocity` may be null without momentum.
template <class T>
void sgd(T* parameters, T* velocity, T const* gradient, double scale, sgd_rule rule, index_t step,
         index_t count);

struct adam_rule {
  double lr, beta1, beta2, eps, weight_decay;
  bool decoupled;  ///< adamw: p -= lr wd p before, instead of g += wd p
};

/// m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2; p -= lr / (1 - b1^t) m / (sqrt(v / (1 - b2^t)) + eps), t
/// from 1.
template <class T>
void adam(T* parameters, T* first, T* second, T const* gradient, double scale, adam_rule rule, index_t step,
          index_t count);

/// buffers = decay * buffers + shift.
template <class T>
void commit_statistics(T* buffers, T const* decay, T const* shift, index_t count);

}  // namespace wellformed::backend::host
