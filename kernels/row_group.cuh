// SPDX-License-Identifier: Apache-2.0
// Threads that share a row: lanes of a warp, a block, a column of a block; several blocks: row_chunk.cuh. All
// offer lanes, lane(), max(x), sum(x) and join(); a row's body is written once against these.
#pragma once

#include "number.cuh"

namespace wellformed::backend {

/// `Lanes` neighbouring threads of a warp, 1 to 32. All threads of the warp call each function together.
template <int Lanes>
struct lane_group {
  static constexpr int lanes = Lanes;
  static constexpr int threads = 128;
  static constexpr bool is_whole = true;
  struct memory {};

  WF_HD explicit lane_group(memory const&) {}
  lane_group() = default;
  WF_HD int lane() const {
#ifdef __CUDA_ARCH__
    return static_cast<int>(threadIdx.x) & (Lanes - 1);
#else
    return 0;
#endif
  }
  template <class T>
  WF_HD T max(T x) const {
#ifdef __CUDA_ARCH__
#pragma unroll
    for (int far = Lanes / 2; far > 0; far /= 2) x = greater_of(x, __shfl_xor_sync(~0u, x, far));
#endif
    return x;
  }
  template <class T, int Sums>
  WF_HD void sum(T (&x)[Sums]) const {
#ifdef __CUDA_ARCH__
#pragma unroll
    for (int far = Lanes / 2; far > 0; far /= 2) {
#pragma unroll
      for (int i = 0; i < Sums; ++i) x[i] += __shfl_xor_sync(~0u, x[i], far);
    }
#endif
  }
  template <class Measure, class Rebase>
  WF_HD bool join(Measure&, Rebase) const {  // the whole row is here already
    return true;
  }
};

#ifdef __CUDACC__

/// All threads of a block. Two buffers take turns: a reduction's buffer is written again behind the barrier
/// of the next one, when everybody has read it.
template <int Threads, class T, int Sums>
class block_group {
 public:
  static constexpr int lanes = Threads;
  static constexpr int threads = Threads;
  static constexpr bool is_whole = true;
  static constexpr int warps = Threads / 32;
  using memory = T[2][Sums][warps];

  __device__ explicit block_group(memory& shared) : shared_(shared) {}
  __device__ int lane() const { return static_cast<int>(threadIdx.x); }

  __device__ T max(T x) {
    T const held[1] = {warp_.max(x)};
    T found = exchange(held)[0][threadIdx.x % warps];
#pragma unroll
    for (int far = warps / 2; far > 0; far /= 2) found = greater_of(found, __shfl_xor_sync(~0u, found, far));
    return found;
  }
  template <int Count>
  __device__ void sum(T (&x)[Count]) {
    static_assert(Count <= Sums);
    warp_.sum(x);
    auto const* const all = exchange(x);
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      x[i] = all[i][threadIdx.x % warps];
#pragma unroll
      for (int far = warps / 2; far > 0; far /= 2) x[i] += __shfl_xor_sync(~0u, x[i], far);
    }
  }
  template <class Measure, class Rebase>
  __device__ bool join(Measure&, Rebase) const {
    return true;
  }

 private:
  /// Each warp's numbers, for all to read.
  template <int Count>
  __device__ T (*exchange(T const (&x)[Count]))[warps] {
    auto* const buffer = shared_[turn_];
    turn_ ^= 1;
    if (threadIdx.x % 32 == 0) {
#pragma unroll
      for (int i = 0; i < Count; ++i) buffer[i][threadIdx.x / 32] = x[i];
    }
    __syncthreads();
    return buffer;
  }

  lane_group<32> warp_;
  memory& shared_;
  int turn_ = 0;
};

/// Lanes that lie 32 threads apart: 32 neighbouring rows side by side, for rows that run across memory.
template <int Lanes, class T, int Sums>
class column_group {
 public:
  static constexpr int lanes = Lanes;
  static constexpr int threads = 32 * Lanes;
  static constexpr bool is_whole = true;
  using memory = T[2][Sums][Lanes][32];

  __device__ explicit column_group(memory& shared) : shared_(shared) {}
  __device__ int lane() const { return static_cast<int>(threadIdx.x) / 32; }

  __device__ T max(T x) {
    T const held[1] = {x};
    auto const* const all = exchange(held);
    T found = all[0][0][threadIdx.x % 32];
#pragma unroll
    for (int i = 1; i < Lanes; ++i) found = greater_of(found, all[0][i][threadIdx.x % 32]);
    return found;
  }
  template <int Count>
  __device__ void sum(T (&x)[Count]) {
    static_assert(Count <= Sums);
    auto const* const all = exchange(x);
#pragma unroll
    for (int k = 0; k < Count; ++k) {
      x[k] = all[k][0][threadIdx.x % 32];
#pragma unroll
      for (int i = 1; i < Lanes; ++i) x[k] += all[k][i][threadIdx.x % 32];
    }
  }
  template <class Measure, class Rebase>
  __device__ bool join(Measure&, Rebase) const {
    return true;
  }

 private:
  template <int Count>
  __device__ T (*exchange(T const (&x)[Count]))[Lanes][32] {
    auto* const buffer = shared_[turn_];
    turn_ ^= 1;
#pragma unroll
    for (int i = 0; i < Count; ++i) buffer[i][lane()][threadIdx.x % 32] = x[i];
    __syncthreads();
    return buffer;
  }

  memory& shared_;
  int turn_ = 0;
};

#endif

}  // namespace wellformed::backend
