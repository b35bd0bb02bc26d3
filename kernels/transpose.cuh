// SPDX-License-Identifier: Apache-2.0
// A permutation that changes the fastest axis: tiles of 32 by 32 words pass through shared memory, so that
// both reads and writes are of neighbouring words.
#pragma once

#include "arrangement.cuh"
#include "row_copy.cuh"

namespace wellformed::backend {

/// `fast` runs through the source word by word, `last` through the result; the other axes number the planes.
struct transpose_plan {
  index_t fast, fast_out_step;  // in words of the result
  index_t last, last_in_step;   // in words of the source
  index_t tiles;                // of all planes
  divisor fast_tiles, tiles_a_plane;
  strided_rows in, out;  // the first word of a plane
};

namespace transposing {
constexpr int tile = 32, rows_at_once = 8, threads = tile * rows_at_once;
}

template <class Word>
__global__ void __launch_bounds__(transposing::threads)
    transpose_tiles(Word* __restrict__ out, Word const* __restrict__ in, transpose_plan plan) {
  using transposing::rows_at_once, transposing::tile;
  __shared__ Word held[tile][tile + 1];
  int const x = static_cast<int>(threadIdx.x) & (tile - 1), y = static_cast<int>(threadIdx.x) / tile;
  for (index_t block = blockIdx.x; block < plan.tiles; block += gridDim.x) {
    index_t at = block;
    index_t const plane = plan.tiles_a_plane.divide(at);
    index_t const last_from = plan.fast_tiles.divide(at) * tile, fast_from = at * tile;
    index_t const from = plan.in.source(plane), to = plan.out.source(plane);
#pragma unroll
    for (int row = 0; row < tile; row += rows_at_once) {
      index_t const last = last_from + row + y, fast = fast_from + x;
      if (last < plan.last && fast < plan.fast) held[row + y][x] = in[from + last * plan.last_in_step + fast];
    }
    __syncthreads();
#pragma unroll
    for (int row = 0; row < tile; row += rows_at_once) {
      index_t const last = last_from + x, fast = fast_from + row + y;
      if (last < plan.last && fast < plan.fast) out[to + fast * plan.fast_out_step + last] = held[x][row + y];
    }
    __syncthreads();
  }
}

/// `fast` is the axis of step 1; there are at most strided_rows::most others besides it and the last one.
inline transpose_plan plan_transpose(arrangement const& a, int fast) {
  transpose_plan plan{};
  index_t planes = 1, out_step = 1;
  for (int i = a.rank - 1; i >= 0; --i) {
    if (i == a.rank - 1) {
      plan.last = a.extent[i];
      plan.last_in_step = a.step[i];
    } else if (i == fast) {
      plan.fast = a.extent[i];
      plan.fast_out_step = out_step;
    } else {
      plan.in.push(a.extent[i], a.step[i]);
      plan.out.push(a.extent[i], out_step);
      planes *= a.extent[i];
    }
    out_step *= a.extent[i];
  }
  index_t const fast_tiles = ceil_div(plan.fast, transposing::tile);
  index_t const tiles_a_plane = fast_tiles * ceil_div(plan.last, transposing::tile);
  plan.tiles = planes * tiles_a_plane;
  plan.fast_tiles = divisor(fast_tiles);
  plan.tiles_a_plane = divisor(tiles_a_plane);
  return plan;
}

}  // namespace wellformed::backend
