// SPDX-License-Identifier: Apache-2.0
// Several blocks that share a row too long for one: each measures its chunk of the row, and all of them read
// the measures of all chunks, in one order. No cluster is needed.
#pragma once

#include "row_group.cuh"

namespace wellformed::backend {

/// What a chunk of a row adds up to: its greatest element, and sums relative to it.
template <class T, int Sums>
struct row_measure {
  T most;
  T sum[Sums];
};

/// The maximum as a point to measure from: -inf has no distances.
template <class T>
WF_HD T base_of(T most) {
  return most == -infinity<T> ? T(0) : most;
}

#ifdef __CUDACC__

/// A word of all ones is one that nobody has written: measures never have these bits.
template <class T>
__device__ T written_word(T const* word) {
  using bits = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
  auto const* const from = reinterpret_cast<bits const volatile*>(word);
  bits found = *from;
  while (found == ~bits{0}) found = *from;
  return __builtin_bit_cast(T, found);
}

template <int Threads, class T, int Sums>
class chunk_group {
  using block = block_group<Threads, T, Sums>;

 public:
  static constexpr int lanes = Threads;
  static constexpr int threads = Threads;
  static constexpr bool is_whole = false;
  using memory = typename block::memory;
  using measure = row_measure<T, Sums>;

  /// `only_measures`: join() ends with the measure of this chunk; another launch takes it from there.
  __device__ chunk_group(memory& shared, bool only_measures)
      : block_(shared), only_measures_(only_measures) {}
  /// `slots`: a measure for each of the `chunks` of a row, all ones until they are written.
  __device__ void move_to(T* slots, int chunk, int chunks) {
    slots_ = slots;
    chunk_ = chunk;
    chunks_ = chunks;
  }

  __device__ int lane() const { return block_.lane(); }
  __device__ T max(T x) { return block_.max(x); }
  template <int Count>
  __device__ void sum(T (&x)[Count]) {
    block_.sum(x);
  }

  /// From the measure of this chunk to that of the row. rebase(measure, most) says what a chunk's sums are
  /// relative to another maximum. False: the measure of the row is not known yet.
  template <class Rebase>
  __device__ bool join(measure& mine, Rebase rebase) {
    publish(mine);
    if (only_measures_) return false;
    T most = -infinity<T>;
    for (int i = lane(); i < chunks_; i += Threads) most = greater_of(most, written_word(slots_ + i * words));
    most = block_.max(most);
    measure whole{most, {}};
    for (int i = lane(); i < chunks_; i += Threads) {
      measure chunk;
      chunk.most = written_word(slots_ + i * words);
#pragma unroll
      for (int k = 0; k < Sums; ++k) chunk.sum[k] = written_word(slots_ + i * words + 1 + k);
      rebase(chunk, most);
#pragma unroll
      for (int k = 0; k < Sums; ++k) whole.sum[k] += chunk.sum[k];
    }
    block_.sum(whole.sum);
    mine = whole;
    return true;
  }

  static constexpr int words = 1 + Sums;  ///< of a slot

 private:
  __device__ void publish(measure const& mine) const {
    auto volatile* const slot = slots_ + chunk_ * words;
    if (threadIdx.x != 0) return;
    slot[0] = with_plain_nan(mine.most);
#pragma unroll
    for (int i = 0; i < Sums; ++i) slot[1 + i] = with_plain_nan(mine.sum[i]);
  }
  static __device__ T with_plain_nan(T x) { return x == x ? x : not_a_number<T>; }

  block block_;
  T* slots_ = nullptr;
  int chunk_ = 0, chunks_ = 1;
  bool only_measures_;
};

#endif

}  // namespace wellformed::backend
