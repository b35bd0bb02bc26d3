// SPDX-License-Identifier: Apache-2.0
// The part of a row that one thread holds in registers, and its way from and to memory.
#pragma once

#include "number.cuh"

namespace wellformed::backend {

/// What one access of 16 bytes moves.
template <class E>
struct row_pack {
  static constexpr int width = static_cast<int>(16 / sizeof(E));
  E at[width];
};

/// Where rows lie in memory.
enum class row_layout {
  along,   ///< elements are neighbours
  across,  ///< elements lie a step apart, and rows side by side
};

/// One row, or a chunk of one.
template <class E, int Inputs>
struct row_address {
  E const* in[Inputs];
  E* out;
  index_t first;      ///< where its first element lies in the arrays
  int n;              ///< columns; 0: nothing is read or written
  index_t step = 1;   ///< between elements
  index_t start = 0;  ///< column of the row that the chunk begins with
};

/// `Held` elements of each of `Inputs` inputs; `Lanes` threads hold the row. Aligned rows are read in packs
/// of 16 bytes: element k of a lane is column ((k / width) Lanes + lane) width + k % width, else k Lanes +
/// lane.
template <class E, int Inputs, int Lanes, int Held, row_layout Layout>
struct row_part {
  using element = E;
  using number = computed_t<E>;
  static constexpr int width = row_pack<E>::width;
  static constexpr int held = Held;
  static constexpr bool has_packs = Layout == row_layout::along && Lanes > 1 && Held % width == 0;

  row_address<E, Inputs> row;
  int lane;
  bool packs;  ///< addresses and rows are multiples of 16 bytes
  number at[Inputs][Held];

  WF_HD index_t offset(int column) const {
    if constexpr (Layout == row_layout::along) return column;
    return column * row.step;
  }
  WF_HD int column(int k) const {
    if constexpr (has_packs) {
      if (packs) return ((k / width) * Lanes + lane) * width + k % width;
    }
    return k * Lanes + lane;
  }
  /// Whether this thread holds the column.
  WF_HD bool owns(int which) const {
    int const position = has_packs && packs ? which / width : which;
    return (position & (Lanes - 1)) == lane;
  }
  WF_HD number pick(int which) const { return widen(row.in[0][offset(which)]); }
  WF_HD void put(int which, number value) const { row.out[offset(which)] = narrow<E>(value); }

  /// Columns behind the last one are `padding`.
  WF_HD void load(number padding) {
#pragma unroll
    for (int input = 0; input < Inputs; ++input) load_one(row.in[input], at[input], padding);
  }
  WF_HD void fill(number value) {
#pragma unroll
    for (int input = 0; input < Inputs; ++input) {
#pragma unroll
      for (int k = 0; k < Held; ++k) at[input][k] = value;
    }
  }
  /// at[0] to the output.
  WF_HD void store() const {
#ifdef __CUDA_ARCH__
    if constexpr (has_packs) {
      if (packs) return store_packs();
    }
#endif
#pragma unroll
    for (int k = 0; k < Held; ++k) {
      int const c = k * Lanes + lane;
      if (c < row.n) row.out[offset(c)] = narrow<E>(at[0][k]);
    }
  }

 private:
  WF_HD void load_one(E const* from, number (&to)[Held], number padding) const {
#ifdef __CUDA_ARCH__
    if constexpr (has_packs) {
      if (packs) return load_packs(from, to, padding);
    }
#endif
#pragma unroll
    for (int k = 0; k < Held; ++k) {
      int const c = k * Lanes + lane;
      to[k] = c < row.n ? widen(from[offset(c)]) : padding;
    }
  }
#ifdef __CUDACC__
  __device__ void load_packs(E const* from, number (&to)[Held], number padding) const {
#pragma unroll
    for (int k = 0; k < Held; k += width) {
      int const c = (k / width * Lanes + lane) * width;
      if (c < row.n) {
        auto const some = __builtin_bit_cast(row_pack<E>, *reinterpret_cast<uint4 const*>(from + c));
#pragma unroll
        for (int i = 0; i < width; ++i) to[k + i] = widen(some.at[i]);
      } else {
#pragma unroll
        for (int i = 0; i < width; ++i) to[k + i] = padding;
      }
    }
  }
  __device__ void store_packs() const {
#pragma unroll
    for (int k = 0; k < Held; k += width) {
      int const c = (k / width * Lanes + lane) * width;
      if (c >= row.n) continue;
      row_pack<E> some;
#pragma unroll
      for (int i = 0; i < width; ++i) some.at[i] = narrow<E>(at[0][k + i]);
      *reinterpret_cast<uint4*>(row.out + c) = __builtin_bit_cast(uint4, some);
    }
  }
#endif
};

}  // namespace wellformed::backend
