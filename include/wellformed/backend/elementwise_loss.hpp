// SPDX-License-Identifier: Apache-2.0
// Losses that compare element by element. Each returns the sum; `losses` (one an element) and `gradient` (of
// the sum by the prediction) may be null. For float and double.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Computes: (1 - t) log(1 + exp(x)) + w t log(1 + exp(-x)), stable for any x; w = positive_weight[column]
/// or 1.
template <class T>
double bce_with_logits(host, T const* logits, T const* targets, index_t rows, index_t columns,
                       T const* positive_weight, T* losses, T* gradient);

/// Computes: -(t log p + (1 - t) log(1 - p)), logarithms not below -100 as in PyTorch. NaN, with a gradient
/// of NaN, where p is no number of [0, 1].
template <class T>
double bce(host, T const* probabilities, T const* targets, index_t count, T* losses, T* gradient);

/// Computes: q (log q - log p), 0 where q is 0. `targets_are_logs`: targets hold log q.
template <class T>
double kl_div(host, T const* log_probs, T const* targets, bool targets_are_logs, index_t count, T* losses,
              T* gradient);

/// Computes: x itself.
template <class T>
double plain(host, T const* x, index_t count);

/// Computes: (x - t)^2. The gradient by the target is the negative of the one by the prediction; so for l1,
/// huber.
template <class T>
double mse(host, T const* x, T const* targets, index_t count, T* losses, T* gradient);

/// Computes: |x - t|.
template <class T>
double l1(host, T const* x, T const* targets, index_t count, T* losses, T* gradient);

/// Computes: d^2 / 2 for |d| <= delta, else delta (|d| - delta / 2).
template <class T>
double huber(host, T const* x, T const* targets, T delta, index_t count, T* losses, T* gradient);

}  // namespace wellformed::backend
