// SPDX-License-Identifier: Apache-2.0
// Neighbouring elements in registers, loaded and stored in accesses of 16 bytes where they fill them.
#pragma once

#include <cuda_runtime.h>

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

/// `Width` neighbours, or an element alone.
template <class T, int Width>
struct elements {
  T at[Width];
};

/// Elements of T that one access of 16 bytes moves.
template <class T>
inline constexpr int full_width = static_cast<int>(16 / sizeof(T));

template <class T>
struct alignas(16) access16 {
  T at[full_width<T>];
};

/// Address and size are multiples of 16 bytes, or the elements go one by one.
template <int Width, class T>
__device__ elements<T, Width> load(T const* from) {
  elements<T, Width> out;
  if constexpr (Width % full_width<T> == 0) {
#pragma unroll
    for (int p = 0; p < Width / full_width<T>; ++p) {
      auto const part = reinterpret_cast<access16<T> const*>(from)[p];
#pragma unroll
      for (int k = 0; k < full_width<T>; ++k) out.at[p * full_width<T> + k] = part.at[k];
    }
  } else {
#pragma unroll
    for (int k = 0; k < Width; ++k) out.at[k] = from[k];
  }
  return out;
}

template <int Width, class T>
__device__ void store(T* to, elements<T, Width> const& x) {
  if constexpr (Width % full_width<T> == 0) {
#pragma unroll
    for (int p = 0; p < Width / full_width<T>; ++p) {
      access16<T> part;
#pragma unroll
      for (int k = 0; k < full_width<T>; ++k) part.at[k] = x.at[p * full_width<T> + k];
      reinterpret_cast<access16<T>*>(to)[p] = part;
    }
  } else {
#pragma unroll
    for (int k = 0; k < Width; ++k) to[k] = x.at[k];
  }
}

}  // namespace wellformed::backend
