// SPDX-License-Identifier: Apache-2.0
// Matrix products by Eigen, which is always there. Its packing buffers stay on the stack up to the limit below, so a
// training step of usual widths allocates nothing.
#define EIGEN_STACK_ALLOCATION_LIMIT (1 << 20)
#include <Eigen/Core>

#include <wellformed/backend/contract.hpp>

namespace wellformed::backend::host {

namespace {

template <class T>
using matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using view = Eigen::Map<matrix<T>, Eigen::Unaligned>;
template <class T>
using const_view = Eigen::Map<matrix<T> const, Eigen::Unaligned>;

template <class T, class A, class B>
void product(view<T> c, A const& a, B const& b, T beta) {
  if (beta == T(0)) {
    c.noalias() = a * b;
  } else {
    if (beta != T(1)) c *= beta;
    c.noalias() += a * b;
  }
}

}  // namespace

template <class T>
void matmul(T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a, bool transpose_b,
            T beta) {
  if (m == 0 || n == 0) return;
  view<T> into(c, m, n);
  if (k == 0) {
    if (beta == T(0)) into.setZero();
    else into *= beta;
    return;
  }
  const_view<T> left(a, transpose_a ? k : m, transpose_a ? m : k);
  const_view<T> right(b, transpose_b ? n : k, transpose_b ? k : n);
  if (transpose_a && transpose_b) product<T>(into, left.transpose(), right.transpose(), beta);
  else if (transpose_a) product<T>(into, left.transpose(), right, beta);
  else if (transpose_b) product<T>(into, left, right.transpose(), beta);
  else product<T>(into, left, right, beta);
}

template <class T>
void linear_forward(T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in, index_t out) {
  if (bias == nullptr) {
    matmul<T>(y, x, w, rows, out, in, false, true, T(0));
    return;
  }
  for (index_t r = 0; r < rows; ++r) {
    for (index_t c = 0; c < out; ++c) y[r * out + c] = bias[c];
  }
  matmul<T>(y, x, w, rows, out, in, false, true, T(1));
}

template <class T>
void linear_backward(T* gx, T* gw, T* gb, T const* gy, T const* x, T const* w, index_t rows, index_t in,
                     index_t out) {
  if (gx != nullptr) matmul<T>(gx, gy, w, rows, in, out, false, false, T(0));
  matmul<T>(gw, gy, x, out, in, rows, true, false, T(1));
  if (gb == nullptr) return;
  for (index_t r = 0; r < rows; ++r) {
    for (index_t c = 0; c < out; ++c) gb[c] += gy[r * out + c];
  }
}

#define WF_FOR(T)                                                                                                   \
  template void matmul<T>(T*, T const*, T const*, index_t, index_t, index_t, bool, bool, T);                        \
  template void linear_forward<T>(T*, T const*, T const*, T const*, index_t, index_t, index_t);                     \
  template void linear_backward<T>(T*, T*, T*, T const*, T const*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend::host
