// SPDX-License-Identifier: Apache-2.0
// Sums over lanes, over the threads of a block and over blocks, each in one fixed order: the same bits in
// every run, and in every lane that gets them.
#pragma once

#include <cuda_runtime.h>

namespace wellformed::backend {

/// Sum over `Lanes` neighbouring lanes of a warp (a power of two), in each of them. All lanes of the warp
/// call.
template <int Lanes = 32, class T>
__device__ T lanes_sum(T x) {
#pragma unroll
  for (int step = Lanes / 2; step > 0; step /= 2) x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}

/// Sum over the `Threads` of a block, in each of them. `space`: Threads / 32 numbers of shared memory, which
/// may be those of an earlier sum.
template <int Threads, class T>
__device__ T block_sum(T x, T* space) {
  constexpr int warps = Threads / 32;
  x = lanes_sum(x);
  if constexpr (warps > 1) {
    __syncthreads();  // the earlier sum has been read
    if (threadIdx.x % 32 == 0) space[threadIdx.x / 32] = x;
    __syncthreads();
    unsigned const lane = threadIdx.x % 32;
    x = lanes_sum<warps>(lane < warps ? space[lane] : T(0));
    x = __shfl_sync(0xffffffffu, x, 0);
  }
  return x;
}

/// True in the block that is the last of `blocks` to call this: what the others wrote before is visible to
/// it. All threads of a block call. `arrived` is 0 before the first and after the last call, so that kernels
/// of one stream may share it.
inline __device__ bool is_last_block(unsigned* arrived, unsigned blocks) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(arrived, blocks - 1) == blocks - 1;
  __syncthreads();
  __threadfence();
  return last;
}

}  // namespace wellformed::backend
