// SPDX-License-Identifier: Apache-2.0
// Mean and variance of each feature, in one pass: sums of the distances from the feature's first value and of
// their squares, in double. That value is one of n, so its own distance from the mean is at most the root of
// n deviations: squares lose no more than n units of double's last place.
#pragma once

#include <wellformed/core/math.hpp>

#include "columns.cuh"

namespace wellformed::backend {

/// Numbers of C features, read one by one: they need no alignment. Null: `otherwise`.
template <int C, class T>
__device__ elements<T, C> of_features(T const* values, index_t first, T otherwise) {
  elements<T, C> out;
#pragma unroll
  for (int k = 0; k < C; ++k) out.at[k] = values == nullptr ? otherwise : values[first + k];
  return out;
}

/// What features are normalised by. A mean is `mean` plus a rest that rounding to T took away; the rest goes
/// into the shift: beside an offset of 1e4, half a unit of a float is a thousandth of the deviation.
template <class T>
struct feature_statistics {
  static constexpr int sums = 2;
  T const* x;
  index_t spatial;
  T* mean;
  T* inverse;
  T* unbiased;   ///< or null
  double* rest;  ///< in deviations
  double count, eps;

  template <int C>
  __device__ elements<T, C> sum_constants(index_t c) const {
    elements<T, C> first;
#pragma unroll
    for (int k = 0; k < C; ++k) first.at[k] = x[(c + k) * spatial];
    return first;
  }
  template <int W, int C>
  __device__ void add(columns::totals<2, C>& to, columns::place, elements<T, C> const& first,
                      elements<T, W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      constexpr auto of = columns::feature_of<C>;
      double const distance = static_cast<double>(held.at[k]) - static_cast<double>(first.at[of(k)]);
      to.at[0][of(k)] += distance;
      to.at[1][of(k)] += distance * distance;
    }
  }
  __device__ void finish(index_t c, columns::totals<2, 1> const& of) const {
    auto const first = static_cast<double>(x[c * spatial]);
    double const away = of.at[0][0] / count, all = of.at[1][0] - of.at[0][0] * away;
    double const squares = all < 0 ? 0 : all;  // rounding; NaN stays
    T const rounded = static_cast<T>(first + away);
    double const scale = 1.0 / math::sqrt(squares / count + eps);
    mean[c] = rounded;
    inverse[c] = static_cast<T>(scale);
    rest[c] = ((first - static_cast<double>(rounded)) + away) * static_cast<double>(inverse[c]);
    if (unbiased != nullptr) unbiased[c] = static_cast<T>(squares / (count - 1.0));
  }
};

}  // namespace wellformed::backend
