// SPDX-License-Identifier: Apache-2.0
// The stream of a GPU, for kernels that users' files launch.
#include <wellformed/cuda/stream.cuh>

#include "context.cuh"

namespace wellformed::backend {

cudaStream_t stream_of(cuda where) { return context_of(where).stream(); }

void launch_map(cuda where, void const* kernel, index_t blocks, int threads, void** arguments) {
  constexpr index_t most =
      (index_t{1} << 31) - 1;  // what is over the limit of a grid is a loop in the kernel
  dim3 const grid(static_cast<unsigned>(blocks < most ? blocks : most));
  check(cudaLaunchKernel(kernel, grid, dim3(static_cast<unsigned>(threads)), arguments, 0,
                         context_of(where).stream()),
        "map");
  check_launch("map");
}

}  // namespace wellformed::backend
