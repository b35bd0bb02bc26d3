// SPDX-License-Identifier: Apache-2.0
// What a kernel launched from a user's file needs of the library.
#pragma once

#include <cuda_runtime.h>

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// The stream in which everything on this GPU runs, which becomes the current device of the calling thread.
/// Throws WF651 to WF653.
cudaStream_t stream_of(cuda where);

/// Launches a kernel of a map: `blocks` of `threads`, in the stream of the GPU. Compiled once, unlike what
/// <<<>>> expands to. Errors as those of check_launch.
void launch_map(cuda where, void const* kernel, index_t blocks, int threads, void** arguments);

/// Behind each <<<>>>: throws WF654 if the launch failed. In the synchronous mode it waits for the kernel and
/// throws what it noted.
void check_launch(char const* kernel);

}  // namespace wellformed::backend
