// SPDX-License-Identifier: Apache-2.0
// One pass over flat buffers that adds something up: blocks which fill the device once go along together; the
// last of them to finish adds up what the others found.
#pragma once

#include "block_reduce.cuh"
#include "elements.cuh"
#include "launch.cuh"

namespace wellformed::backend::flat_sum {

constexpr int threads = 256;
constexpr int per_multiprocessor = 4;  // blocks, by __launch_bounds__

/// A body has `load<W>(i)`, which reads elements i to i + W - 1, and `add<W>(i, loaded)`.
template <int Width, int AtOnce, class Body>
__device__ void visit(Body& body, index_t count) {
  index_t const groups = count / Width, stride = index_t{gridDim.x} * threads;
  index_t g = index_t{blockIdx.x} * threads + threadIdx.x;
#pragma unroll 1
  for (; g + (AtOnce - 1) * stride < groups; g += AtOnce * stride) {
    decltype(body.template load<Width>(0)) held[AtOnce];
#pragma unroll
    for (int u = 0; u < AtOnce; ++u) held[u] = body.template load<Width>((g + u * stride) * Width);
#pragma unroll
    for (int u = 0; u < AtOnce; ++u) body.template add<Width>((g + u * stride) * Width, held[u]);
  }
#pragma unroll 1
  for (; g < groups; g += stride) body.template add<Width>(g * Width, body.template load<Width>(g * Width));
  if constexpr (Width > 1) {
    index_t const rest = groups * Width + threadIdx.x;
    if (blockIdx.x == 0 && rest < count) body.template add<1>(rest, body.template load<1>(rest));
  }
}

/// At least one: of nothing, too, there is a sum.
inline unsigned blocks(context const& on, index_t count, int elements_a_thread) {
  auto const wanted = blocks_for(count, index_t{threads} * elements_a_thread,
                                 index_t{on.multiprocessors()} * per_multiprocessor);
  return wanted > 0 ? wanted : 1;
}

/// Room for what each of several blocks found.
template <class Part>
slab room(context& on, unsigned blocks) {
  return blocks > 1 ? slab(blocks * sizeof(Part), &on.memory()) : slab();
}

}  // namespace wellformed::backend::flat_sum
