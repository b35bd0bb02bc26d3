// SPDX-License-Identifier: Apache-2.0
// Variance over the middle axis of (outer, n, inner), in two passes, in double. For float and double.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// y (outer, inner) = sum of (x - mean)^2 / divisor
template <class T>
void variance(host, T* y, T const* x, double divisor, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void variance(cuda, T* y, T const* x, double divisor, index_t outer, index_t n, index_t inner);

/// gx = 2 (x - mean) / divisor * gy
template <class T>
void variance_backward(host, T* gx, T const* x, T const* gy, double divisor, index_t outer, index_t n,
                       index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void variance_backward(cuda, T* gx, T const* x, T const* gy, double divisor, index_t outer, index_t n,
                       index_t inner);

}  // namespace wellformed::backend
