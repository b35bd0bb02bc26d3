// SPDX-License-Identifier: Apache-2.0
// Matrix products by Eigen, for processors without AVX2: its kernels know the vectors of each of them. It is
// called below the expression layer, so that its packing buffers come from our pool and a training step
// allocates nothing.
#include "eigen_product.hpp"

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

/// Row-major c is column-major c^T = b^T a^T, and so are the operands.
template <class T, int OrderOfB, int OrderOfA>
void add_product(product_call<T> const& call) {
  using Eigen::internal::general_matrix_matrix_product;
  extent const rows = call.n, cols = call.m, depth = call.k;
  pooled_blocking<T> blocking(rows, cols, depth);
  general_matrix_matrix_product<extent, T, OrderOfB, false, T, OrderOfA, false, Eigen::ColMajor, 1>::run(
      rows, cols, depth, call.b, OrderOfB == Eigen::ColMajor ? call.b_row : call.b_column, call.a,
      OrderOfA == Eigen::ColMajor ? call.a_row : call.a_column, call.c, 1, rows, T(1), blocking, nullptr);
}

template <class T>
void multiply(product_call<T> const& call) {
  for (index_t i = 0; i < call.m; ++i) {
    for (index_t j = 0; j < call.n; ++j) {
      T& c = call.c[i * call.n + j];
      c = (call.adds ? c : T(0)) + (call.bias == nullptr ? T(0) : call.bias[j]);
    }
  }
  using Eigen::ColMajor, Eigen::RowMajor;
  bool const a_is_transposed = call.a_column != 1, b_is_transposed = call.b_column != 1;
  if (a_is_transposed && b_is_transposed) return add_product<T, RowMajor, RowMajor>(call);
  if (a_is_transposed) return add_product<T, ColMajor, RowMajor>(call);
  if (b_is_transposed) return add_product<T, RowMajor, ColMajor>(call);
  add_product<T, ColMajor, ColMajor>(call);
}

index_t no_workspace(index_t, index_t) { return 0; }

}  // namespace

product_functions<float> const eigen_products_of_float{multiply<float>, no_workspace};
product_functions<double> const eigen_products_of_double{multiply<double>, no_workspace};

}  // namespace wellformed::backend
