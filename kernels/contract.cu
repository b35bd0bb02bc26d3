// SPDX-License-Identifier: Apache-2.0
// Matrix products on a GPU, row-major, through cuBLASLt. Gradients of the bias are sums of columns in a fixed
// order: the epilogue that makes them overwrites, and ours add up. An empty product calls no library.
#include <wellformed/backend/contract.hpp>

#include <wellformed/backend/layout.hpp>

#include "columns.cuh"
#include "number.cuh"
#include "product.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = 256;

template <class T>
__global__ void __launch_bounds__(threads) scale_elements(T* x, product_sum<T> factor, index_t count) {
  index_t const step = index_t{gridDim.x} * threads;
  for (index_t i = index_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) {
    x[i] = narrow<T>(widen(x[i]) * factor);
  }
}

/// x *= factor, where 0 does not read.
template <class T>
void scale_or_clear(context& on, T* x, product_sum<T> factor, index_t count) {
  if (count == 0 || factor == 1) return;
  if (factor == 0) {
    check(cudaMemsetAsync(x, 0, static_cast<std::size_t>(count) * sizeof(T), on.stream()), "matmul");
    return;
  }
  launch(on, "matmul", scale_elements<T>, blocks_of_loop(on, count, threads), threads, 0, x, factor, count);
}

/// sum (width) += the rows of y, in double.
template <class T>
struct sum_stored_rows {
  static constexpr int sums = 1;
  product_sum<T>* sum;
  T const* y;
  struct nothing {};
  template <int C>
  __device__ nothing sum_constants(index_t) const {
    return {};
  }
  template <int W>
  __device__ elements<T, W> load(columns::place at) const {
    if constexpr (W * sizeof(T) == 16 && StorageElement<T>) {
      return __builtin_bit_cast(elements<T, W>, *reinterpret_cast<uint4 const*>(y + at.offset));
    } else {
      return backend::load<W>(y + at.offset);
    }
  }
  template <int W, int C>
  __device__ void add(columns::totals<1, C>& to, columns::place, nothing, elements<T, W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      to.at[0][columns::feature_of<C>(k)] += static_cast<double>(widen(held.at[k]));
    }
  }
  __device__ void finish(index_t c, columns::totals<1, 1> const& of) const {
    sum[c] = static_cast<product_sum<T>>(static_cast<double>(sum[c]) + of.at[0][0]);
  }
};

/// Type of the result: T, or what its sums have.
template <class Precision, class Out, class T>
product form_of(index_t m, index_t n, index_t k, bool transpose_a, bool transpose_b) {
  return {m, n, k, transpose_a, transpose_b, cuda_type<T>, cuda_type<Out>, compute_type<T, Precision>};
}

template <class Precision, class Out, class T>
void multiply(cuda where, Out* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a,
              bool transpose_b, product_sum<T> beta) {
  if (m == 0 || n == 0) return;
  auto& on = context_of(where);
  if (k == 0) return scale_or_clear(on, c, beta, m * n);
  run_product(on, form_of<Precision, Out, T>(m, n, k, transpose_a, transpose_b),
              {c, a, b, static_cast<double>(beta)});
}

/// Each row of y becomes the bias.
template <class T>
void repeat_bias(cuda where, T* y, T const* bias, index_t rows, index_t out) {
  index_t const extents[] = {rows, out}, steps[] = {0, 1};
  permute(where, y, bias, sizeof(T), 2, extents, steps);
}

template <class Precision, class T>
void forward(cuda where, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in, index_t out) {
  if (rows == 0 || out == 0) return;
  if (bias == nullptr)
    return multiply<Precision>(where, y, x, w, rows, out, in, false, true, product_sum<T>(0));
  constexpr bool has_epilogue = !std::is_same_v<T, double>;
  if (has_epilogue && in != 0) {
    auto form = form_of<Precision, T, T>(rows, out, in, false, true);
    form.epilogue = CUBLASLT_EPILOGUE_BIAS;
    if (run_product(context_of(where), form, {y, x, w, 0, const_cast<T*>(bias)})) return;
  }
  repeat_bias(where, y, bias, rows, out);
  multiply<Precision>(where, y, x, w, rows, out, in, false, true, product_sum<T>(1));
}

template <class Precision, class T>
void backward(cuda where, T* gx, product_sum<T>* gw, product_sum<T>* gb, T const* gy, T const* x, T const* w,
              index_t rows, index_t in, index_t out) {
  if (gx != nullptr) multiply<Precision>(where, gx, gy, w, rows, in, out, false, false, product_sum<T>(0));
  multiply<Precision>(where, gw, gy, x, out, in, rows, true, false, product_sum<T>(1));
  if (gb == nullptr) return;
  columns::sum<full_width<T>>("linear_backward", where, sum_stored_rows<T>{gb, gy},
                              columns::of_rows(rows, out), are_aligned(gy));
}

}  // namespace

template <class T>
void matmul(cuda where, T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a,
            bool transpose_b, product_sum<T> beta) {
  multiply<void>(where, c, a, b, m, n, k, transpose_a, transpose_b, beta);
}
void matmul(cuda where, float* c, float const* a, float const* b, index_t m, index_t n, index_t k,
            bool transpose_a, bool transpose_b, float beta, tf32) {
  multiply<tf32>(where, c, a, b, m, n, k, transpose_a, transpose_b, beta);
}

template <class T>
void linear_forward(cuda where, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in,
                    index_t out) {
  forward<void>(where, y, x, w, bias, rows, in, out);
}
void linear_forward(cuda where, float* y, float const* x, float const* w, float const* bias, index_t rows,
                    index_t in, index_t out, tf32) {
  forward<tf32>(where, y, x, w, bias, rows, in, out);
}

template <class T>
void linear_backward(cuda where, T* gx, product_sum<T>* gw, product_sum<T>* gb, T const* gy, T const* x,
                     T const* w, index_t rows, index_t in, index_t out) {
  backward<void>(where, gx, gw, gb, gy, x, w, rows, in, out);
}
void linear_backward(cuda where, float* gx, float* gw, float* gb, float const* gy, float const* x,
                     float const* w, index_t rows, index_t in, index_t out, tf32) {
  backward<tf32>(where, gx, gw, gb, gy, x, w, rows, in, out);
}

#define WF_FOR(T)                                                                                            \
  template void matmul(cuda, T*, T const*, T const*, index_t, index_t, index_t, bool, bool, product_sum<T>); \
  template void linear_forward(cuda, T*, T const*, T const*, T const*, index_t, index_t, index_t);           \
  template void linear_backward(cuda, T*, product_sum<T>*, product_sum<T>*, T const*, T const*, T const*,    \
                                index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
WF_FOR(half)
WF_FOR(bfloat16)
#undef WF_FOR

}  // namespace wellformed::backend
