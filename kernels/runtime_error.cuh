// SPDX-License-Identifier: Apache-2.0
// Errors of the CUDA runtime in plain words, WF650 to WF654. All can be caught, and what lies on the host is
// intact.
#pragma once

#include <cuda_runtime_api.h>

#include <wellformed/core/error.hpp>

namespace wellformed::backend {

/// Throws WF650 for want of memory, else WF654 with CUDA's words, unless `status` is success.
void check(cudaError_t status, char const* what);

/// Why no GPU can be used: WF651 without driver or device, WF652 for a driver older than the runtime's
/// version. Versions as CUDA counts them: 13020 is 13.2.
[[noreturn]] void raise_no_device(cudaError_t status, int driver, int runtime);

/// WF652: nothing in this program runs on a GPU of this compute capability, 75 for 7.5.
[[noreturn]] void raise_no_code(int ordinal, int compute);

/// WF653: there are `count` GPUs.
[[noreturn]] void raise_no_ordinal(int ordinal, int count);

}  // namespace wellformed::backend
