// SPDX-License-Identifier: Apache-2.0
// The loops that most of the time is spent in, compiled for several levels of the processor: baseline, AVX2,
// AVX-512. level() picks once. Their code has internal linkage, so that no function of one level stands in
// for another's.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

/// c (m, n), row after row, = beta c + bias (a row, or null) + a b, where element (i, p) of a lies at
/// i a_row + p a_column, and (p, j) of b at p b_row + j b_column.
template <class T>
struct product_call {
  T* c;
  T const *a, *b, *bias;
  index_t m, n, k, a_row, a_column, b_row, b_column;
  bool adds;        ///< beta: 1, else 0
  void* workspace;  ///< of product_workspace bytes, aligned to 64
};

template <class T>
struct adam_numbers {
  T factor, coupled, b1, b2, c1, c2, shrink, step_size, root, eps;
};

/// The mean of a row in double, and the sums of distances from it (not 0: it is rounded) and of their
/// squares.
struct row_moments {
  double mean, off, squares;
};

/// The way back of layer norm for one row; gx, gweight, gbias and weight may be null.
template <class T>
struct layer_norm_row {
  T *gx, *gweight, *gbias;
  T const *gy, *x, *weight;
  T mean, inverse;
};

template <class T>
struct row_functions {
  T (*greatest)(T const* x, index_t n);
  /// y = exp(x - most), unless y is null; returns their sum.
  double (*exp_row)(T* y, T const* x, T most, index_t n);
  /// y = x - most; returns the sum of exp(y).
  double (*distance_row)(T* y, T const* x, T most, index_t n);
  void (*scale)(T* y, T factor, index_t n);
  double (*sum)(T const* x, index_t n);
  double (*dot)(T const* x, T const* y, index_t n);
  /// gx = y (gy - dot)
  void (*softmax_slope)(T* gx, T const* y, T const* gy, T dot, index_t n);
  /// gx = gy - exp(y) total
  void (*log_softmax_slope)(T* gx, T const* y, T const* gy, T total, index_t n);
  /// As backend::bce_with_logits without weights; losses and gradient may be null.
  double (*bce_with_logits)(T const* x, T const* target, T* losses, T* gradient, index_t n);
  /// Adds the squares of x to `total`, in double; false if a number is NaN or infinite, and `total` is of no
  /// use then.
  bool (*add_squares)(double* total, T const* x, index_t n);
  row_moments (*moments)(T const* x, index_t n);
  /// y = ((x - mean) inverse + shift) weight + bias; weight and bias may be null.
  void (*normalise)(T* y, T const* x, T mean, T inverse, T shift, T const* weight, T const* bias, index_t n);
  void (*layer_norm_backward)(layer_norm_row<T> const& row, index_t n);
};

template <class T>
struct sgd_numbers {
  T factor, decay, momentum, lr;
  bool is_first, nesterov;
};

template <class T>
struct update_functions {
  /// `velocity` may be null.
  void (*sgd)(T* parameters, T* velocity, T const* gradient, sgd_numbers<T> const& with, index_t n);
  void (*adam)(T* parameters, T* first, T* second, T const* gradient, adam_numbers<T> const& with, index_t n);
};

template <class T>
struct product_functions {
  void (*multiply)(product_call<T> const& call);
  index_t (*workspace)(index_t n, index_t k);  ///< in bytes
};

template <class T>
struct level_functions {
  row_functions<T> const* rows;
  update_functions<T> const* updates;
  product_functions<T> const* products;
};

/// What this processor can, or what WELLFORMED_LEVEL names: baseline, avx2, avx512. Throws WF690 if that is
/// no level of this processor.
template <class T>
level_functions<T> const& level();
template <>
level_functions<float> const& level<float>();
template <>
level_functions<double> const& level<double>();

}  // namespace wellformed::backend
