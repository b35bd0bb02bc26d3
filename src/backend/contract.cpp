// SPDX-License-Identifier: Apache-2.0
// Matrix products by the kernel of the processor's level; where one side is a single row or column, by its
// dot products.
#include <wellformed/backend/contract.hpp>

#include <wellformed/core/slab.hpp>
#include "../level/functions.hpp"

namespace wellformed::backend {

namespace {

/// c = beta c + bias + op(a) op(b) by the level's kernel, whose workspace comes from our pool.
template <class T>
void multiply(T* c, T const* a, T const* b, T const* bias, index_t m, index_t n, index_t k, bool transpose_a,
              bool transpose_b, bool adds) {
  auto const& products = *level<T>().products;
  slab const workspace(static_cast<std::size_t>(products.workspace(n, k)));
  products.multiply({c, a, b, bias, m, n, k, transpose_a ? 1 : k, transpose_a ? m : 1, transpose_b ? 1 : n,
                     transpose_b ? k : 1, adds, workspace.data()});
}

/// y += op(matrix) x or y += x op(matrix): a product with one row or one column needs no packing.
template <class T>
void add_matrix_vector(T* y, T const* matrix, T const* x, index_t rows, index_t cols, bool transpose) {
  if (!transpose) {
    auto const dot = level<T>().rows->dot;
    for (index_t r = 0; r < rows; ++r) y[r] += static_cast<T>(dot(matrix + r * cols, x, cols));
    return;
  }
  for (index_t r = 0; r < rows; ++r) {  // y (cols) += matrix^T x, row by row of the matrix
    for (index_t c = 0; c < cols; ++c) y[c] += matrix[r * cols + c] * x[r];
  }
}

}  // namespace

template <class T>
void matmul(host, T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a,
            bool transpose_b, T beta) {
  bool const is_matrix = m > 1 && n > 1 && k > 0;
  if (is_matrix && beta == T(0))
    return multiply<T>(c, a, b, nullptr, m, n, k, transpose_a, transpose_b, false);
  if (beta == T(0)) {
    for (index_t i = 0; i < m * n; ++i) c[i] = T(0);
  } else if (beta != T(1)) {
    for (index_t i = 0; i < m * n; ++i) c[i] *= beta;
  }
  if (m == 0 || n == 0 || k == 0) return;
  if (is_matrix) return multiply<T>(c, a, b, nullptr, m, n, k, transpose_a, transpose_b, true);
  if (n == 1) return add_matrix_vector(c, a, b, transpose_a ? k : m, transpose_a ? m : k, transpose_a);
  add_matrix_vector(c, b, a, transpose_b ? n : k, transpose_b ? k : n, !transpose_b);
}

template <class T>
void linear_forward(host, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in,
                    index_t out) {
  if (rows > 1 && out > 1 && in > 0) return multiply<T>(y, x, w, bias, rows, out, in, false, true, false);
  if (bias == nullptr) {
    matmul<T>(host{}, y, x, w, rows, out, in, false, true, T(0));
    return;
  }
  for (index_t r = 0; r < rows; ++r) {
    for (index_t c = 0; c < out; ++c) y[r * out + c] = bias[c];
  }
  matmul<T>(host{}, y, x, w, rows, out, in, false, true, T(1));
}

template <class T>
void linear_backward(host, T* gx, T* gw, T* gb, T const* gy, T const* x, T const* w, index_t rows, index_t in,
                     index_t out) {
  if (gx != nullptr) matmul<T>(host{}, gx, gy, w, rows, in, out, false, false, T(0));
  matmul<T>(host{}, gw, gy, x, out, in, rows, true, false, T(1));
  if (gb == nullptr) return;
  for (index_t r = 0; r < rows; ++r) {
    for (index_t c = 0; c < out; ++c) gb[c] += gy[r * out + c];
  }
}

template void matmul(host, float*, float const*, float const*, index_t, index_t, index_t, bool, bool, float);
template void matmul(host, double*, double const*, double const*, index_t, index_t, index_t, bool, bool,
                     double);
template void linear_forward(host, float*, float const*, float const*, float const*, index_t, index_t,
                             index_t);
template void linear_forward(host, double*, double const*, double const*, double const*, index_t, index_t,
                             index_t);
template void linear_backward(host, float*, float*, float*, float const*, float const*, float const*, index_t,
                              index_t, index_t);
template void linear_backward(host, double*, double*, double*, double const*, double const*, double const*,
                              index_t, index_t, index_t);

}  // namespace wellformed::backend
