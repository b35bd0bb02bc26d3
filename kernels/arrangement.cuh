// SPDX-License-Identifier: Apache-2.0
// Extents and steps of a strided copy, brought to the fewest axes: the plan of a permutation, made on the
// host.
#pragma once

#include <wellformed/core/config.hpp>

#include "divisor.cuh"

namespace wellformed::backend {

/// Axes of a contiguous result, the last one fastest, with the step of each in the source, in words.
struct arrangement {
  static constexpr int most = 16;
  int rank = 0;
  index_t extent[most] = {};
  index_t step[most] = {};

  /// Without axes of one element, and with neighbours made one where the source runs through both.
  static arrangement of(int rank, index_t const* extents, index_t const* steps) {
    arrangement a;
    for (int i = 0; i < rank; ++i) {
      if (extents[i] == 1) continue;
      if (a.rank > 0 && a.step[a.rank - 1] == extents[i] * steps[i]) {
        a.extent[a.rank - 1] *= extents[i];
        a.step[a.rank - 1] = steps[i];
      } else {
        a.extent[a.rank] = extents[i];
        a.step[a.rank++] = steps[i];
      }
    }
    if (a.rank == 0) a.push(1, 1);
    return a;
  }

  void push(index_t length, index_t stride) {
    extent[rank] = length;
    step[rank++] = stride;
  }
  index_t last_extent() const { return extent[rank - 1]; }
  index_t last_step() const { return step[rank - 1]; }
  index_t count() const {
    index_t all = 1;
    for (int i = 0; i < rank; ++i) all *= extent[i];
    return all;
  }
  /// The axis that the source runs through word by word, or -1.
  int fast_axis() const {
    for (int i = rank - 1; i >= 0; --i) {
      if (step[i] == 1) return i;
    }
    return -1;
  }
  /// What lies below the first axis.
  arrangement inner() const {
    arrangement a;
    for (int i = 1; i < rank; ++i) a.push(extent[i], step[i]);
    return a;
  }
};

/// Where a row of a result lies in its source: up to eight axes in device code, the fastest first.
struct strided_rows {
  static constexpr int most = 8;
  int rank = 0;
  index_t out_step = 1;  ///< words of a row
  divisor extent[most];
  index_t step[most] = {};

  void push(index_t length, index_t stride) {
    extent[rank] = divisor(length);
    step[rank++] = stride;
  }

#ifdef __CUDACC__
  __device__ index_t source(index_t row) const {
    index_t from = 0;
#pragma unroll
    for (int axis = 0; axis < most; ++axis) {
      if (axis >= rank) break;
      if (axis + 1 == rank) {
        from += row * step[axis];
        break;
      }
      index_t const above = extent[axis].divide(row);
      from += row * step[axis];
      row = above;
    }
    return from;
  }
  __device__ void note(index_t) const {}
#endif
};

}  // namespace wellformed::backend
