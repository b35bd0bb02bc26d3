// SPDX-License-Identifier: Apache-2.0
// Node kind `reduce` on the host: over the middle axis of (outer, n, inner), in a fixed order.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// y (outer, inner) = sum over n. Added in double.
template <class T>
void sum(host, T* y, T const* x, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void sum(cuda, T* y, T const* x, index_t outer, index_t n, index_t inner);

/// The greatest of n values and its index, the lowest of equals; NaN is greater than all. Either may be null.
template <class T>
void max(host, T* y, index_t* at, T const* x, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void max(cuda, T* y, index_t* at, T const* x, index_t outer, index_t n, index_t inner);

/// gx (outer, n, inner) = scale * gy (outer, inner), repeated.
template <class T>
void spread(host, T* gx, T const* gy, T scale, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void spread(cuda, T* gx, T const* gy, T scale, index_t outer, index_t n, index_t inner);

/// y (outer, inner) = how many of n values are greater than value (outer, inner).
template <class T>
void count_greater(host, index_t* y, T const* x, T const* value, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream.
template <class T>
void count_greater(cuda, index_t* y, T const* x, T const* value, index_t outer, index_t n, index_t inner);

/// Index of the first value that is NaN or infinite, or -1.
template <class T>
index_t first_non_finite(host, T const* x, index_t count);
/// The same on a GPU, in its stream, to its memory.
template <class T>
void first_non_finite(cuda, T const* x, index_t count, index_t* at);

/// Index of the first NaN, or -1.
template <class T>
index_t first_nan(host, T const* x, index_t count);
/// The same on a GPU, in its stream, to its memory.
template <class T>
void first_nan(cuda, T const* x, index_t count, index_t* at);

/// Sum of squares, in double.
template <class T>
double squared_norm(host, T const* x, index_t count);
/// The same on a GPU, in its stream, to its memory.
template <class T>
void squared_norm(cuda, T const* x, index_t count, double* total);

}  // namespace wellformed::backend
