// SPDX-License-Identifier: Apache-2.0
// Sums of rows that a list names, added to one row each: what the gradient of a gather is made of. A column
// is one access of one row: (outer, inner) without the rows' axis.
#pragma once

#include "divisor.cuh"
#include "elements.cuh"
#include "launch.cuh"

namespace wellformed::backend {

/// Columns of (outer, rows, inner), in accesses of `Width` elements.
template <int Width>
struct columns_of_rows {
  index_t count;    // of columns
  index_t inner;    // elements
  divisor vectors;  // accesses of `inner`

  columns_of_rows(index_t outer, index_t of_inner)
      : count(outer * (of_inner / Width)), inner(of_inner), vectors(of_inner / Width) {}

  /// First element of a column in a row, of `rows`.
  __device__ index_t place(index_t column, index_t rows, index_t row) const {
    index_t within = column;
    index_t const outer = vectors.divide(within);
    return (outer * rows + row) * inner + within * Width;
  }
};

template <class T, int Width>
__device__ void accumulate(elements<T, Width>& into, elements<T, Width> const& from) {
#pragma unroll
  for (int k = 0; k < Width; ++k) into.at[k] += from.at[k];
}

namespace member_sum {

constexpr int threads = 256;
constexpr int at_once = 4;

/// Lanes of a block over columns: as many as columns are there, up to all.
inline int shift_for(index_t columns) {
  int shift = 0;
  while ((1 << shift) < threads && (1 << shift) < columns) ++shift;
  return shift;
}

/// Blocks that share the columns of one row: each goes over them with this stride.
inline index_t slices_for(context const& on, index_t rows, index_t columns) {
  index_t const needed = ceil_div(columns, threads),
                enough = ceil_div(index_t{on.multiprocessors()} * 32, rows);
  return needed < enough ? needed : enough;
}

/// target(column) += the sum of row(m, column) for m from 0 to members - 1, in a fixed order. By all threads
/// of a block, for the columns of slice `slice`.
template <int Width, class T, class Row, class Target>
__device__ void add_to(Target const& target, Row const& row, index_t members, index_t columns, int shift,
                       index_t slice, index_t slices) {
  __shared__ elements<T, Width> parts[threads];
  int const lanes = 1 << shift, lane = static_cast<int>(threadIdx.x) & (lanes - 1);
  int const group = static_cast<int>(threadIdx.x) >> shift, groups = threads >> shift;
  for (index_t first = slice * lanes; first < columns; first += slices * lanes) {
    index_t const column = first + lane;
    elements<T, Width> sum{};
    if (column < columns) {
#pragma unroll at_once
      for (index_t m = group; m < members; m += groups) accumulate(sum, load<Width>(row(m, column)));
    }
    if (members > 1 && groups > 1) {
      __syncthreads();  // the parts of the last columns have been read
      parts[threadIdx.x] = sum;
      __syncthreads();
      if (group == 0) {
        for (int g = 1; g < groups && g < members; ++g) accumulate(sum, parts[g * lanes + lane]);
      }
    }
    if (group == 0 && column < columns) {
      auto total = load<Width>(static_cast<T const*>(target(column)));
      accumulate(total, sum);
      store<Width>(target(column), total);
    }
  }
}

}  // namespace member_sum

}  // namespace wellformed::backend
