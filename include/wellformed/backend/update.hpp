// SPDX-License-Identifier: Apache-2.0
// Optimiser rules over a flat buffer of parameters, by PyTorch's formulas. `scale` multiplies each gradient
// first (1/count, clipping). For float and double; scalars are double.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// What was decided about a step, by the host or by a kernel before: in the memory of the GPU that does it.
struct step_control {
  double scale = 0;
  double lr = 0;
  index_t step = 0;  ///< from 1
  int go = 0;        ///< 0: nothing changes
};

struct sgd_rule {
  double lr, momentum, weight_decay;
  bool nesterov;
};

/// g += wd p; v = momentum v + g (v = g at the first step); p -= lr (nesterov ? g + momentum v : v).
/// `velocity` may be null without momentum.
template <class T>
void sgd(host, T* parameters, T* velocity, T const* gradient, double scale, sgd_rule rule, index_t step,
         index_t count);
/// The same on a GPU, in its stream. Writes nothing behind an offence that is not read yet.
template <class T>
void sgd(cuda, T* parameters, T* velocity, T const* gradient, double scale, sgd_rule rule, index_t step,
         index_t count);
/// With scale, lr and step of `control`, which lies in the GPU's memory; nothing is written where it says so.
template <class T>
void sgd(cuda, T* parameters, T* velocity, T const* gradient, step_control const* control, sgd_rule rule,
         index_t count);

struct adam_rule {
  double lr, beta1, beta2, eps, weight_decay;
  bool decoupled;  ///< adamw: p -= lr wd p before, instead of g += wd p
};

/// m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2; p -= lr / (1 - b1^t) m / (sqrt(v / (1 - b2^t)) + eps), t
/// from 1.
template <class T>
void adam(host, T* parameters, T* first, T* second, T const* gradient, double scale, adam_rule rule,
          index_t step, index_t count);
/// The same on a GPU, in its stream. Writes nothing behind an offence that is not read yet.
template <class T>
void adam(cuda, T* parameters, T* first, T* second, T const* gradient, double scale, adam_rule rule,
          index_t step, index_t count);
/// With scale, lr and step of `control`, as sgd.
template <class T>
void adam(cuda, T* parameters, T* first, T* second, T const* gradient, step_control const* control,
          adam_rule rule, index_t count);

/// buffers = decay * buffers + shift.
template <class T>
void commit_statistics(host, T* buffers, T const* decay, T const* shift, index_t count);
/// The same on a GPU, in its stream. Writes nothing behind an offence that is not read yet.
template <class T>
void commit_statistics(cuda, T* buffers, T const* decay, T const* shift, index_t count);
/// If `control` lets it, as sgd.
template <class T>
void commit_statistics(cuda, T* buffers, T const* decay, T const* shift, step_control const* control,
                       index_t count);

}  // namespace wellformed::backend
