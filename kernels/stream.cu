// SPDX-License-Identifier: Apache-2.0
// The stream of a GPU, for kernels that users' files launch.
#include <wellformed/cuda/stream.cuh>

#include "context.cuh"

namespace wellformed::backend {

cudaStream_t stream_of(cuda where) { return context_of(where).stream(); }

}  // namespace wellformed::backend
