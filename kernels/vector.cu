// SPDX-License-Identifier: Apache-2.0
// Passes over flat buffers on a GPU, with the CPU's bits: what changes statistics is not contracted.
#include <wellformed/backend/vector.hpp>

#include "columns.cuh"
#include "flat_pass.cuh"
#include "uncontracted.cuh"

namespace wellformed::backend {

namespace {

template <class T>
struct fill_pass {
  T* x;
  T value;
  struct nothing {};
  template <int W>
  __device__ nothing load(index_t) const {
    return {};
  }
  template <int W>
  __device__ void finish(index_t i, nothing) const {
    elements<T, W> out;
    for (T& e : out.at) e = value;
    store<W>(x + i, out);
  }
};

template <class T>
struct product_with {
  T factor;
  __device__ void operator()(T const (&x)[1], T (&y)[1]) const { y[0] = x[0] * factor; }
};

template <class T>
struct quotient_by {
  T divisor;
  __device__ void operator()(T const (&x)[1], T (&y)[1]) const { y[0] = x[0] / divisor; }
};

template <class T>
struct sum_of_two {
  __device__ void operator()(T const (&x)[2], T (&y)[1]) const { y[0] = x[0] + x[1]; }
};

/// From decay, shift, next decay, next shift to decay, shift.
template <class T>
struct composition {
  __device__ void operator()(T const (&x)[4], T (&y)[2]) const {
    y[0] = times(x[0], x[2]);
    y[1] = plus(times(x[2], x[1]), x[3]);
  }
};

/// From decay, shift, value to decay, shift.
template <class T>
struct blend {
  T keep, take;
  __device__ void operator()(T const (&x)[3], T (&y)[2]) const {
    y[0] = times(x[0], keep);
    y[1] = plus(times(keep, x[1]), times(take, x[2]));
  }
};

/// y (rows, width) += row
template <class T>
struct add_row {
  T* y;
  T const* row;
  template <int C>
  __device__ auto apply_constants(index_t c) const {
    return backend::load<C>(row + c);
  }
  template <int W>
  __device__ auto load(columns::place at) const {
    return backend::load<W>(y + at.offset);
  }
  template <int W, int C>
  __device__ void apply(columns::place at, elements<T, C> const& part, elements<T, W> held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) held.at[k] += part.at[columns::feature_of<C>(k)];
    store<W>(y + at.offset, held);
  }
};

/// sum (width) += the rows of y. Added in double, then rounded.
template <class T>
struct sum_rows {
  static constexpr int sums = 1;
  T* sum;
  T const* y;
  struct nothing {};
  template <int C>
  __device__ nothing sum_constants(index_t) const {
    return {};
  }
  template <int W>
  __device__ auto load(columns::place at) const {
    return backend::load<W>(y + at.offset);
  }
  template <int W, int C>
  __device__ void add(columns::totals<1, C>& to, columns::place, nothing, elements<T, W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) to.at[0][columns::feature_of<C>(k)] += static_cast<double>(held.at[k]);
  }
  __device__ void finish(index_t c, columns::totals<1, 1> const& of) const {
    sum[c] = static_cast<T>(static_cast<double>(sum[c]) + of.at[0][0]);
  }
};

}  // namespace

template <class T>
void fill(cuda where, T* x, T value, index_t count) {
  flat_pass::run<full_width<T>, 4>("fill", where, fill_pass<T>{x, value}, are_aligned(x), count);
}

template <class T>
void scale(cuda where, T* x, T factor, index_t count) {
  flat_pass::zip<4, T>("scale", where, {x}, {x}, product_with<T>{factor}, count);
}

template <class T>
void divide(cuda where, T* x, T divisor, index_t count) {
  flat_pass::zip<4, T>("divide", where, {x}, {x}, quotient_by<T>{divisor}, count);
}

template <class T>
void add(cuda where, T* into, T const* from, index_t count) {
  flat_pass::zip<4, T>("add", where, {into}, {into, from}, sum_of_two<T>{}, count);
}

template <class T>
void add_to_rows(cuda where, T* y, T const* row, index_t rows, index_t width) {
  columns::apply<full_width<T>>("add_to_rows", where, add_row<T>{y, row}, columns::of_rows(rows, width),
                                are_aligned(y, row));
}

template <class T>
void add_rows(cuda where, T* sum, T const* y, index_t rows, index_t width) {
  columns::sum<full_width<T>>("add_rows", where, sum_rows<T>{sum, y}, columns::of_rows(rows, width),
                              are_aligned(y));
}

void zero(cuda where, void* to, std::size_t bytes) {
  if (bytes != 0) check(cudaMemsetAsync(to, 0, bytes, context_of(where).stream()), "zero");
}

void copy(cuda where, void* to, void const* from, std::size_t bytes) {
  if (bytes == 0) return;
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, context_of(where).stream()), "copy");
}

template <class T>
void compose_statistics(cuda where, T* decay, T* shift, T const* next_decay, T const* next_shift,
                        index_t count) {
  flat_pass::zip<2, T>("compose_statistics", where, {decay, shift}, {decay, shift, next_decay, next_shift},
                       composition<T>{}, count);
}

template <class T>
void blend_statistics(cuda where, T* decay, T* shift, T const* value, double momentum, index_t count) {
  blend<T> const by{static_cast<T>(1.0 - momentum), static_cast<T>(momentum)};
  flat_pass::zip<2, T>("blend_statistics", where, {decay, shift}, {decay, shift, value}, by, count);
}

#define WF_FOR(T)                                                              \
  template void fill(cuda, T*, T, index_t);                                    \
  template void scale(cuda, T*, T, index_t);                                   \
  template void divide(cuda, T*, T, index_t);                                  \
  template void add(cuda, T*, T const*, index_t);                              \
  template void add_to_rows(cuda, T*, T const*, index_t, index_t);             \
  template void add_rows(cuda, T*, T const*, index_t, index_t);                \
  template void compose_statistics(cuda, T*, T*, T const*, T const*, index_t); \
  template void blend_statistics(cuda, T*, T*, T const*, double, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
