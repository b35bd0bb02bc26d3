// SPDX-License-Identifier: Apache-2.0
// Node kind `contract`: matrix products, row-major. On the host by own kernels or Eigen
// (src/backend/contract.cpp), on a GPU through cuBLASLt (kernels/contract.cu), there also of half and
// bfloat16, with sums in float.
#pragma once

#include <wellformed/core/number.hpp>
#include <wellformed/types/device.hpp>
#include <wellformed/types/precision.hpp>

namespace wellformed::backend {

/// Type of sums and gradients of products: float for elements of 16 bits.
template <class T>
using product_sum = std::conditional_t<StorageElement<T>, float, T>;

/// c (m, n) = op(a) op(b) + beta * c; op(a) is (m, k), op(b) is (k, n). For float and double.
template <class T>
void matmul(host, T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a,
            bool transpose_b, T beta);
/// The same on a GPU, in its stream. beta 0 does not read c.
template <class T>
void matmul(cuda, T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a,
            bool transpose_b, product_sum<T> beta);
void matmul(cuda, float* c, float const* a, float const* b, index_t m, index_t n, index_t k, bool transpose_a,
            bool transpose_b, float beta, tf32);

/// y (rows, out) = x (rows, in) w^T + bias; w is (out, in); bias (out) may be null.
template <class T>
void linear_forward(host, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in, index_t out);
/// The same on a GPU, in its stream; the bias is added on the way out of the product.
template <class T>
void linear_forward(cuda, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in, index_t out);
void linear_forward(cuda, float* y, float const* x, float const* w, float const* bias, index_t rows,
                    index_t in, index_t out, tf32);

/// gx (rows, in) = gy w, unless null; gw (out, in) += gy^T x; gb (out) += column sums of gy, unless null.
template <class T>
void linear_backward(host, T* gx, T* gw, T* gb, T const* gy, T const* x, T const* w, index_t rows, index_t in,
                     index_t out);
/// The same on a GPU, in its stream and in a fixed order.
template <class T>
void linear_backward(cuda, T* gx, product_sum<T>* gw, product_sum<T>* gb, T const* gy, T const* x, T const* w,
                     index_t rows, index_t in, index_t out);
void linear_backward(cuda, float* gx, float* gw, float* gb, float const* gy, float const* x, float const* w,
                     index_t rows, index_t in, index_t out, tf32);

/// Size of the memory in which a relu over (rows, width) notes what it let through: opaque.
constexpr index_t relu_mask_bytes(index_t rows, index_t width) { return rows * ((width + 127) / 128) * 16; }

/// y (rows, out) = relu(x w^T + bias) on a GPU in one pass; bias and mask may be null. For float, half,
/// bfloat16. cuBLASLt's relu makes 0 of NaN, ours keeps it: look for numbers that are not finite before.
template <class T>
void linear_relu_forward(cuda, T* y, void* mask, T const* x, T const* w, T const* bias, index_t rows,
                         index_t in, index_t out);

/// Way back through a linear layer w (out, in) and the relu before it, in one pass: gz (rows, in) = gy w
/// where the mask of that relu let through, else 0; gb (in), unless null, becomes the column sums of gz.
template <class T>
void linear_relu_backward(cuda, T* gz, T* gb, void const* mask, T const* gy, T const* w, index_t rows,
                          index_t in, index_t out);

/// Elements in which a gelu over (rows, width) keeps what it was given.
constexpr index_t gelu_kept_size(index_t rows, index_t width) { return rows * ((width + 7) / 8) * 8; }

/// The same with gelu in its form by tanh, as cuBLASLt has it: up to 5e-4 from that by erf. `kept` may be
/// null.
template <class T>
void linear_gelu_tanh_forward(cuda, T* y, T* kept, T const* x, T const* w, T const* bias, index_t rows,
                              index_t in, index_t out);
template <class T>
void linear_gelu_tanh_backward(cuda, T* gz, T* gb, T const* kept, T const* gy, T const* w, index_t rows,
                               index_t in, index_t out);

}  // namespace wellformed::backend
