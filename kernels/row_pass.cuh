// SPDX-License-Identifier: Apache-2.0
// Passes over the elements of (outer, n, inner) with numbers of their rows, (outer, inner): one read and one
// write of 16 bytes a step where rows allow it.
#pragma once

#include "divisor.cuh"
#include "launch.cuh"
#include "row_part.cuh"

namespace wellformed::backend {

namespace row_pass {

constexpr int threads = 256;
constexpr int at_once = 4;  // packs of a thread that are on their way together

/// Along: `unit` packs are a row. Across: `unit` packs of neighbouring rows are repeated `n` times.
struct shape {
  index_t packs;
  divisor unit, plane;
};

template <int Width, row_layout Layout>
__device__ index_t row_of(shape const& s, index_t pack) {
  if constexpr (Layout == row_layout::along) return s.unit.quotient(pack);
  index_t const outer = s.plane.divide(pack);
  index_t const within = pack - s.unit.quotient(pack) * s.unit.value();
  return (outer * s.unit.value() + within) * Width;
}

template <class T, int Width>
struct alignas(sizeof(T) * Width) pack {
  T at[Width];
};

/// op.value(x, row) for each element x of op.in (0 without) to op.out.
template <class Op, int Width, row_layout Layout>
__global__ void __launch_bounds__(threads, 2) pass(Op op, shape s) {
  using element = typename Op::element;
  using some = pack<element, Width>;
  index_t const stride = index_t{gridDim.x} * threads;
#pragma unroll 1
  for (index_t first = index_t{blockIdx.x} * threads + threadIdx.x; first < s.packs;
       first += stride * at_once) {
    some held[at_once];
    if constexpr (Op::has_input) {
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        index_t const p = first + u * stride;
        if (p < s.packs) held[u] = *reinterpret_cast<some const*>(op.in + p * Width);
      }
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const p = first + u * stride;
      if (p >= s.packs) break;
      index_t const row = row_of<Width, Layout>(s, p);
#pragma unroll
      for (int k = 0; k < Width; ++k) {
        element const x = Op::has_input ? held[u].at[k] : element(0);
        held[u].at[k] = op.value(x, Layout == row_layout::along ? row : row + k);
      }
      *reinterpret_cast<some*>(op.out + p * Width) = held[u];
    }
  }
}

template <int Width, row_layout Layout, class Op>
void launch_pass(context& on, char const* name, Op const& op, index_t outer, index_t n, index_t inner) {
  shape s{outer * n * inner / Width, {}, {}};
  s.unit = divisor((Layout == row_layout::along ? n : inner) / Width);
  s.plane = divisor(n * inner / Width);
  launch(on, name, pass<Op, Width, Layout>, blocks_of_loop(on, s.packs, threads * at_once), threads, 0, op,
         s);
}

}  // namespace row_pass

/// Op has element, has_input, in, out and value(x, row).
template <class Op>
void pass_rows(context& on, char const* name, Op const& op, index_t outer, index_t n, index_t inner) {
  if (outer * n * inner == 0) return;
  constexpr int width = row_pack<typename Op::element>::width;
  bool const aligned = are_aligned(op.in, op.out) && (inner == 1 ? n : inner) % width == 0;
  if (inner == 1) {
    if (aligned) return row_pass::launch_pass<width, row_layout::along>(on, name, op, outer, n, inner);
    return row_pass::launch_pass<1, row_layout::along>(on, name, op, outer, n, inner);
  }
  if (aligned) return row_pass::launch_pass<width, row_layout::across>(on, name, op, outer, n, inner);
  row_pass::launch_pass<1, row_layout::across>(on, name, op, outer, n, inner);
}

}  // namespace wellformed::backend
