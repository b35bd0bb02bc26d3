// SPDX-License-Identifier: Apache-2.0
// Layer normalisation by columns.cuh: what blocks leave for the gradients of weights and biases is added up,
// and rows that are longer than a block's registers are features of one run each.
#pragma once

#include "feature_statistics.cuh"

namespace wellformed::backend::layer_norm {

/// gweight, gbias (features) += the sums of what each block found, (blocks, features).
template <class T>
struct join_blocks {
  static constexpr int sums = 2;
  T* gweight;  // or null
  T* gbias;    // or null
  T const* weights;
  T const* biases;

  template <int W>
  struct pairs {
    elements<T, W> weights, biases;
  };
  struct nothing {};
  template <int W>
  __device__ pairs<W> load(columns::place at) const {
    return {backend::load<W>(weights + at.offset), backend::load<W>(biases + at.offset)};
  }
  template <int C>
  __device__ nothing sum_constants(index_t) const {
    return {};
  }
  template <int W, int C>
  __device__ void add(columns::totals<2, C>& to, columns::place, nothing, pairs<W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      to.at[0][columns::feature_of<C>(k)] += static_cast<double>(held.weights.at[k]);
      to.at[1][columns::feature_of<C>(k)] += static_cast<double>(held.biases.at[k]);
    }
  }
  __device__ void finish(index_t c, columns::totals<2, 1> const& of) const {
    if (gweight != nullptr) gweight[c] += static_cast<T>(of.at[0][0]);
    if (gbias != nullptr) gbias[c] += static_cast<T>(of.at[1][0]);
  }
};

/// The same from gy and x of all rows.
template <class T>
struct weight_gradients {
  static constexpr int sums = 2;
  T* gweight;  // or null
  T* gbias;    // or null
  T const* gy;
  T const* x;
  T const* mean;
  T const* inverse;

  template <int W>
  struct pairs {
    elements<T, W> gy, x;
  };
  struct nothing {};
  template <int W>
  __device__ pairs<W> load(columns::place at) const {
    return {backend::load<W>(gy + at.offset), backend::load<W>(x + at.offset)};
  }
  template <int C>
  __device__ nothing sum_constants(index_t) const {
    return {};
  }
  template <int W, int C>
  __device__ void add(columns::totals<2, C>& to, columns::place at, nothing, pairs<W> const& held) const {
    T const center = mean[at.outer], scale = inverse[at.outer];
#pragma unroll
    for (int k = 0; k < W; ++k) {
      T const normal = (held.x.at[k] - center) * scale;
      to.at[0][columns::feature_of<C>(k)] += static_cast<double>(held.gy.at[k] * normal);
      to.at[1][columns::feature_of<C>(k)] += static_cast<double>(held.gy.at[k]);
    }
  }
  __device__ void finish(index_t c, columns::totals<2, 1> const& of) const {
    if (gweight != nullptr) gweight[c] += static_cast<T>(of.at[0][0]);
    if (gbias != nullptr) gbias[c] += static_cast<T>(of.at[1][0]);
  }
};

/// Forward, a row a feature of (1, rows, features).
template <class T>
struct long_forward : feature_statistics<T> {
  T* y;
  T const* weight;  // or null
  T const* bias;    // or null

  struct constants {
    T mean, inverse, rest;
  };
  template <int W>
  __device__ auto load(columns::place at) const {
    return backend::load<W>(this->x + at.offset);
  }
  __host__ __device__ bool applies() const { return true; }
  template <int C>
  __device__ constants apply_constants(index_t row) const {
    return {this->mean[row], this->inverse[row], static_cast<T>(this->rest[row])};
  }
  template <int W>
  __device__ void apply(columns::place at, constants const& by, elements<T, W> held) const {
    for (T& e : held.at) e = (e - by.mean) * by.inverse - by.rest;
    if (weight != nullptr) {
      auto const scale = backend::load<W>(weight + at.inner);
#pragma unroll
      for (int k = 0; k < W; ++k) held.at[k] *= scale.at[k];
    }
    if (bias != nullptr) {
      auto const shift = backend::load<W>(bias + at.inner);
#pragma unroll
      for (int k = 0; k < W; ++k) held.at[k] += shift.at[k];
    }
    store<W>(y + at.offset, held);
  }
};

/// gx of such rows.
template <class T>
struct long_backward {
  static constexpr int sums = 2;
  T* gx;
  T const* gy;
  T const* x;
  T const* mean;
  T const* inverse;
  T const* weight;  // or null
  T* mean_plain;
  T* mean_with_x;
  double count;

  /// The gradient of the normal values, and those.
  template <int W>
  struct pairs {
    elements<T, W> g, x;
  };
  struct constants {
    T mean, inverse, plain, with_x;
  };
  template <int W>
  __device__ pairs<W> load(columns::place at) const {
    pairs<W> held{backend::load<W>(gy + at.offset), backend::load<W>(x + at.offset)};
    if (weight != nullptr) {
      auto const by = backend::load<W>(weight + at.inner);
#pragma unroll
      for (int k = 0; k < W; ++k) held.g.at[k] *= by.at[k];
    }
    return held;
  }
  template <int C>
  __device__ constants sum_constants(index_t row) const {
    return {mean[row], inverse[row], T(0), T(0)};
  }
  template <int W, int C>
  __device__ void add(columns::totals<2, C>& to, columns::place, constants const& by,
                      pairs<W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      T const normal = (held.x.at[k] - by.mean) * by.inverse;
      to.at[0][columns::feature_of<C>(k)] += static_cast<double>(held.g.at[k]);
      to.at[1][columns::feature_of<C>(k)] += static_cast<double>(held.g.at[k] * normal);
    }
  }
  __device__ void finish(index_t row, columns::totals<2, 1> const& of) const {
    mean_plain[row] = static_cast<T>(of.at[0][0] / count);
    mean_with_x[row] = static_cast<T>(of.at[1][0] / count);
  }
  __host__ __device__ bool applies() const { return true; }
  template <int C>
  __device__ constants apply_constants(index_t row) const {
    return {mean[row], inverse[row], mean_plain[row], mean_with_x[row]};
  }
  template <int W>
  __device__ void apply(columns::place at, constants const& by, pairs<W> const& held) const {
    elements<T, W> out;
#pragma unroll
    for (int k = 0; k < W; ++k) {
      T const normal = (held.x.at[k] - by.mean) * by.inverse;
      out.at[k] = by.inverse * (held.g.at[k] - by.plain - normal * by.with_x);
    }
    store<W>(gx + at.offset, out);
  }
};

}  // namespace wellformed::backend::layer_norm
