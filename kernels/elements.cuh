// SPDX-License-Identifier: Apache-2.0
// Neighbouring elements, loaded and stored in accesses of 16 bytes where they fill them.
#pragma once

#include <cuda_runtime.h>

#include <wellformed/cuda/elements.cuh>

namespace wellformed::backend {

/// Elements of T that one access of 16 bytes moves.
template <class T>
inline constexpr int full_width = static_cast<int>(16 / sizeof(T));

/// CUDA's vectors, and an instruction by name: the compiler takes a plain store of four numbers apart again.
inline __device__ void load16(float (&to)[4], float const* from) {
  auto const v = *reinterpret_cast<float4 const*>(from);
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}
inline __device__ void load16(double (&to)[2], double const* from) {
  auto const v = *reinterpret_cast<double2 const*>(from);
  to[0] = v.x, to[1] = v.y;
}
inline __device__ void store16(float* to, float const (&x)[4]) {
  __stwb(reinterpret_cast<float4*>(to), make_float4(x[0], x[1], x[2], x[3]));
}
inline __device__ void store16(double* to, double const (&x)[2]) {
  __stwb(reinterpret_cast<double2*>(to), make_double2(x[0], x[1]));
}

/// Address and size are multiples of 16 bytes, or the elements go one by one.
template <int Width, class T>
__device__ elements<T, Width> load(T const* from) {
  constexpr int n = full_width<T>;
  elements<T, Width> out;
  if constexpr (Width % n == 0) {
#pragma unroll
    for (int first = 0; first < Width; first += n) {
      T part[n];
      load16(part, from + first);
#pragma unroll
      for (int k = 0; k < n; ++k) out.at[first + k] = part[k];
    }
  } else {
#pragma unroll
    for (int k = 0; k < Width; ++k) out.at[k] = from[k];
  }
  return out;
}

template <int Width, class T>
__device__ void store(T* to, elements<T, Width> const& x) {
  constexpr int n = full_width<T>;
  if constexpr (Width % n == 0) {
#pragma unroll
    for (int first = 0; first < Width; first += n) {
      T part[n];
#pragma unroll
      for (int k = 0; k < n; ++k) part[k] = x.at[first + k];
      store16(to + first, part);
    }
  } else {
#pragma unroll
    for (int k = 0; k < Width; ++k) to[k] = x.at[k];
  }
}

}  // namespace wellformed::backend
