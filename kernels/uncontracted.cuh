// SPDX-License-Identifier: Apache-2.0
// Products and sums that the compiler must not contract into one rounding: where weights and statistics
// change, the bits are those of a CPU build without fused multiply-add.
#pragma once

#include <cuda_runtime.h>

namespace wellformed::backend {

inline __device__ float times(float a, float b) { return __fmul_rn(a, b); }
inline __device__ double times(double a, double b) { return __dmul_rn(a, b); }
inline __device__ float plus(float a, float b) { return __fadd_rn(a, b); }
inline __device__ double plus(double a, double b) { return __dadd_rn(a, b); }

}  // namespace wellformed::backend
