// SPDX-License-Identifier: Apache-2.0
// Plain passes over flat buffers. For float and double.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// x = value
template <class T>
void fill(host, T* x, T value, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void fill(cuda, T* x, T value, index_t count);

/// x *= factor
template <class T>
void scale(host, T* x, T factor, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void scale(cuda, T* x, T factor, index_t count);

/// x /= divisor
template <class T>
void divide(host, T* x, T divisor, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void divide(cuda, T* x, T divisor, index_t count);

/// into += from
template <class T>
void add(host, T* into, T const* from, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void add(cuda, T* into, T const* from, index_t count);

/// y (rows, width) += row (width), to each row
template <class T>
void add_to_rows(host, T* y, T const* row, index_t rows, index_t width);
/// The same on a GPU, in its stream.
template <class T>
void add_to_rows(cuda, T* y, T const* row, index_t rows, index_t width);

/// sum (width) += the rows of y (rows, width)
template <class T>
void add_rows(host, T* sum, T const* y, index_t rows, index_t width);
/// The same on a GPU, in its stream.
template <class T>
void add_rows(cuda, T* sum, T const* y, index_t rows, index_t width);

/// Bytes become zero; bytes are copied, within one memory.
void zero(host, void* to, std::size_t bytes);
/// The same on a GPU, in its stream.
void zero(cuda, void* to, std::size_t bytes);
void copy(host, void* to, void const* from, std::size_t bytes);
/// The same on a GPU, in its stream.
void copy(cuda, void* to, void const* from, std::size_t bytes);

/// Pending statistics (buffers become decay * buffers + shift) followed by others.
template <class T>
void compose_statistics(host, T* decay, T* shift, T const* next_decay, T const* next_shift, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void compose_statistics(cuda, T* decay, T* shift, T const* next_decay, T const* next_shift, index_t count);

/// Pending statistics followed by `running = (1 - momentum) running + momentum value`.
template <class T>
void blend_statistics(host, T* decay, T* shift, T const* value, double momentum, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void blend_statistics(cuda, T* decay, T* shift, T const* value, double momentum, index_t count);

}  // namespace wellformed::backend
