// SPDX-License-Identifier: Apache-2.0
// Softmax over the middle axis of (outer, n, inner). For float and double; right for any finite input.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// y = exp(x - max) / sum exp(x - max)
template <class T>
void softmax(host, T* y, T const* x, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void softmax(cuda, T* y, T const* x, index_t outer, index_t n, index_t inner);

/// y = x - max - log sum exp(x - max)
template <class T>
void log_softmax(host, T* y, T const* x, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void log_softmax(cuda, T* y, T const* x, index_t outer, index_t n, index_t inner);

/// gx = y (gy - sum gy y)
template <class T>
void softmax_backward(host, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void softmax_backward(cuda, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner);

/// gx = gy - exp(y) sum gy
template <class T>
void log_softmax_backward(host, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void log_softmax_backward(cuda, T* gx, T const* y, T const* gy, index_t outer, index_t n, index_t inner);

}  // namespace wellformed::backend
