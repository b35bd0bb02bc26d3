// SPDX-License-Identifier: Apache-2.0
// Passes over flat buffers on the host: loops that the compiler vectorises.
#include <wellformed/backend/vector.hpp>

#include <cstring>

namespace wellformed::backend {

template <class T>
void fill(host, T* x, T value, index_t count) {
  for (index_t i = 0; i < count; ++i) x[i] = value;
}

template <class T>
void scale(host, T* x, T factor, index_t count) {
  for (index_t i = 0; i < count; ++i) x[i] *= factor;
}

template <class T>
void divide(host, T* x, T divisor, index_t count) {
  for (index_t i = 0; i < count; ++i) x[i] /= divisor;
}

template <class T>
void add(host, T* into, T const* from, index_t count) {
  for (index_t i = 0; i < count; ++i) into[i] += from[i];
}

template <class T>
void add_to_rows(host, T* y, T const* row, index_t rows, index_t width) {
  for (index_t r = 0; r < rows; ++r) add(host{}, y + r * width, row, width);
}

template <class T>
void add_rows(host, T* sum, T const* y, index_t rows, index_t width) {
  for (index_t r = 0; r < rows; ++r) add(host{}, sum, y + r * width, width);
}

void zero(host, void* to, std::size_t bytes) {
  if (bytes != 0) std::memset(to, 0, bytes);
}

void copy(host, void* to, void const* from, std::size_t bytes) {
  if (bytes != 0) std::memcpy(to, from, bytes);
}

template <class T>
void compose_statistics(host, T* decay, T* shift, T const* next_decay, T const* next_shift, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    decay[i] *= next_decay[i];
    shift[i] = next_decay[i] * shift[i] + next_shift[i];
  }
}

template <class T>
void blend_statistics(host, T* decay, T* shift, T const* value, double momentum, index_t count) {
  auto const keep = static_cast<T>(1.0 - momentum);
  auto const take = static_cast<T>(momentum);
  for (index_t i = 0; i < count; ++i) {
    decay[i] *= keep;
    shift[i] = keep * shift[i] + take * value[i];
  }
}

template void fill(host, float*, float, index_t);
template void fill(host, double*, double, index_t);
template void scale(host, float*, float, index_t);
template void scale(host, double*, double, index_t);
template void divide(host, float*, float, index_t);
template void divide(host, double*, double, index_t);
template void add(host, float*, float const*, index_t);
template void add(host, double*, double const*, index_t);
template void add_to_rows(host, float*, float const*, index_t, index_t);
template void add_to_rows(host, double*, double const*, index_t, index_t);
template void add_rows(host, float*, float const*, index_t, index_t);
template void add_rows(host, double*, double const*, index_t, index_t);
template void compose_statistics(host, float*, float*, float const*, float const*, index_t);
template void compose_statistics(host, double*, double*, double const*, double const*, index_t);
template void blend_statistics(host, float*, float*, float const*, double, index_t);
template void blend_statistics(host, double*, double*, double const*, double, index_t);

}  // namespace wellformed::backend
