// SPDX-License-Identifier: Apache-2.0
// Batch and layer normalisation. For float and double.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Over (batch, features, spatial), per feature. Writes y, and per feature: the mean and 1/sqrt(variance +
/// eps) that were used, and the unbiased variance for running statistics. weight and bias may be null. Needs
/// two values each.
template <class T>
void batch_norm_train(host, T* y, T* mean, T* inverse_deviation, T* unbiased_variance, T const* x,
                      T const* weight, T const* bias, T eps, index_t batch, index_t features,
                      index_t spatial);
/// The same on a GPU, in its stream.
template <class T>
void batch_norm_train(cuda, T* y, T* mean, T* inverse_deviation, T* unbiased_variance, T const* x,
                      T const* weight, T const* bias, T eps, index_t batch, index_t features,
                      index_t spatial);

/// With running statistics.
template <class T>
void batch_norm_eval(host, T* y, T const* x, T const* running_mean, T const* running_variance,
                     T const* weight, T const* bias, T eps, index_t batch, index_t features, index_t spatial);
/// The same on a GPU, in its stream.
template <class T>
void batch_norm_eval(cuda, T* y, T const* x, T const* running_mean, T const* running_variance,
                     T const* weight, T const* bias, T eps, index_t batch, index_t features, index_t spatial);

/// gx (may be null) assigned; gweight, gbias (may be null) added to.
template <class T>
void batch_norm_backward(host, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t batch, index_t features,
                         index_t spatial);
/// The same on a GPU, in its stream.
template <class T>
void batch_norm_backward(cuda, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t batch, index_t features,
                         index_t spatial);

/// Over the last `features` of (rows, features). mean and inverse_deviation: one a row, may be null.
template <class T>
void layer_norm_forward(host, T* y, T* mean, T* inverse_deviation, T const* x, T const* weight, T const* bias,
                        T eps, index_t rows, index_t features);
/// The same on a GPU, in its stream.
template <class T>
void layer_norm_forward(cuda, T* y, T* mean, T* inverse_deviation, T const* x, T const* weight, T const* bias,
                        T eps, index_t rows, index_t features);

/// gx (may be null) assigned; gweight, gbias (may be null) added to.
template <class T>
void layer_norm_backward(host, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t rows, index_t features);
/// The same on a GPU, in its stream.
template <class T>
void layer_norm_backward(cuda, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t rows, index_t features);

}  // namespace wellformed::backend
