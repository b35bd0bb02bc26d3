// SPDX-License-Identifier: Apache-2.0
// Losses that compare element by element. Each returns the sum; `losses` (one an element) and `gradient` (of
// the sum by the prediction) may be null. For float and double. On a GPU, in its stream, the sum is written
// to `sum`, whose weight and rows are the number of elements.
#pragma once

#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Computes: (1 - t) log(1 + exp(x)) + w t log(1 + exp(-x)), stable for any x; w = positive_weight[column]
/// or 1.
template <class T>
double bce_with_logits(host, T const* logits, T const* targets, index_t rows, index_t columns,
                       T const* positive_weight, T* losses, T* gradient);
/// The same on a GPU, in its stream.
template <class T>
void bce_with_logits(cuda, T const* logits, T const* targets, index_t rows, index_t columns,
                     T const* positive_weight, T* losses, T* gradient, loss_sum* sum);

/// Computes: -(t log p + (1 - t) log(1 - p)), logarithms not below -100 as in PyTorch. NaN, with a gradient
/// of NaN, where p is no number of [0, 1].
template <class T>
double bce(host, T const* probabilities, T const* targets, index_t count, T* losses, T* gradient);
/// The same on a GPU, in its stream.
template <class T>
void bce(cuda, T const* probabilities, T const* targets, index_t count, T* losses, T* gradient,
         loss_sum* sum);

/// Computes: q (log q - log p), 0 where q is 0. `targets_are_logs`: targets hold log q.
template <class T>
double kl_div(host, T const* log_probs, T const* targets, bool targets_are_logs, index_t count, T* losses,
              T* gradient);
/// The same on a GPU, in its stream.
template <class T>
void kl_div(cuda, T const* log_probs, T const* targets, bool targets_are_logs, index_t count, T* losses,
            T* gradient, loss_sum* sum);

/// Computes: x itself.
template <class T>
double plain(host, T const* x, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void plain(cuda, T const* x, index_t count, loss_sum* sum);

/// Computes: (x - t)^2. The gradient by the target is the negative of the one by the prediction; so for l1,
/// huber.
template <class T>
double mse(host, T const* x, T const* targets, index_t count, T* losses, T* gradient);
/// The same on a GPU, in its stream.
template <class T>
void mse(cuda, T const* x, T const* targets, index_t count, T* losses, T* gradient, loss_sum* sum);

/// Computes: |x - t|.
template <class T>
double l1(host, T const* x, T const* targets, index_t count, T* losses, T* gradient);
/// The same on a GPU, in its stream.
template <class T>
void l1(cuda, T const* x, T const* targets, index_t count, T* losses, T* gradient, loss_sum* sum);

/// Computes: d^2 / 2 for |d| <= delta, else delta (|d| - delta / 2).
template <class T>
double huber(host, T const* x, T const* targets, T delta, index_t count, T* losses, T* gradient);
/// The same on a GPU, in its stream.
template <class T>
void huber(cuda, T const* x, T const* targets, T delta, index_t count, T* losses, T* gradient, loss_sum* sum);

}  // namespace wellformed::backend
