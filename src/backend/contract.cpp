// SPDX-License-Identifier: Apache-2.0
// Matrix products by Eigen. Its kernel is called below the expression layer, so that its packing buffers come
// from our pool: a training step allocates nothing, however wide the layers are.
#include <wellformed/backend/contract.hpp>

#include <Eigen/Core>

#include <wellformed/core/slab.hpp>

namespace wellformed::backend {

namespace {

using extent = Eigen::Index;

/// Eigen's cache blocking with pooled buffers.
template <class T>
class pooled_blocking : public Eigen::internal::level3_blocking<T, T> {
 public:
  pooled_blocking(extent rows, extent cols, extent depth) {
    this->m_kc = depth;
    this->m_mc = rows;
    this->m_nc = cols;
    Eigen::internal::computeProductBlockingSizes<T, T, 1>(this->m_kc, this->m_mc, this->m_nc, extent{1});
    a_ = slab(static_cast<std::size_t>(this->m_kc * this->m_mc) * sizeof(T));
    b_ = slab(static_cast<std::size_t>(this->m_kc * this->m_nc) * sizeof(T));
    this->m_blockA = static_cast<T*>(a_.data());
    this->m_blockB = static_cast<T*>(b_.data());
  }

 private:
  slab a_, b_;
};

/// Column-major c (rows, cols) += left right: what the transposed product of row-major matrices is.
template <class T, int LeftOrder, int RightOrder>
void add_product(T* c, T const* left, T const* right, extent rows, extent cols, extent depth) {
  using Eigen::internal::general_matrix_matrix_product;
  extent const left_stride = LeftOrder == Eigen::ColMajor ? rows : depth;
  extent const right_stride = RightOrder == Eigen::ColMajor ? depth : cols;
  pooled_blocking<T> blocking(rows, cols, depth);
  general_matrix_matrix_product<extent, T, LeftOrder, false, T, RightOrder, false, Eigen::ColMajor, 1>::run(
      rows, cols, depth, left, left_stride, right, right_stride, c, 1, rows, T(1), blocking, nullptr);
}

/// y += op(matrix) x or y += x op(matrix): a product with one row or one column needs no packing.
template <class T>
void add_matrix_vector(T* y, T const* matrix, T const* x, extent rows, extent cols, bool transpose) {
  if (!transpose) {
    for (extent r = 0; r < rows; ++r) {
      using column = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1> const>;
      y[r] += column(matrix + r * cols, cols).dot(column(x, cols));
    }
    return;
  }
  for (extent r = 0; r < rows; ++r) {  // y (cols) += matrix^T x, row by row of the matrix
    for (extent c = 0; c < cols; ++c) y[c] += matrix[r * cols + c] * x[r];
  }
}

}  // namespace

template <class T>
void matmul(host, T* c, T const* a, T const* b, index_t m, index_t n, index_t k, bool transpose_a,
            bool transpose_b, T beta) {
  if (beta == T(0)) {
    for (index_t i = 0; i < m * n; ++i) c[i] = T(0);
  } else if (beta != T(1)) {
    for (index_t i = 0; i < m * n; ++i) c[i] *= beta;
  }
  if (m == 0 || n == 0 || k == 0) return;
  if (n == 1) return add_matrix_vector(c, a, b, transpose_a ? k : m, transpose_a ? m : k, transpose_a);
  if (m == 1) return add_matrix_vector(c, b, a, transpose_b ? n : k, transpose_b ? k : n, !transpose_b);
  // Row-major c is column-major c^T = op(b)^T op(a)^T, and so are the operands.
  using Eigen::ColMajor, Eigen::RowMajor;
  if (transpose_a && transpose_b) return add_product<T, RowMajor, RowMajor>(c, b, a, n, m, k);
  if (transpose_a) return add_product<T, ColMajor, RowMajor>(c, b, a, n, m, k);
  if (transpose_b) return add_product<T, RowMajor, ColMajor>(c, b, a, n, m, k);
  add_product<T, ColMajor, ColMajor>(c, b, a, n, m, k);
}

template <class T>
void linear_forward(host, T* y, T const* x, T const* w, T const* bias, index_t rows, index_t in,
                    index_t out) {
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
