// SPDX-License-Identifier: Apache-2.0
// Rows of bytes from one place to another, in the widest words that all addresses allow: what a gather, a
// slice and a concatenation have in common. Where a row comes from is a functor.
#pragma once

#include <cstdint>

#include "divisor.cuh"
#include "launch.cuh"

namespace wellformed::backend {

/// Bytes of the widest word, up to 16, of which all the addresses and sizes or-ed into `all` are multiples.
inline unsigned word_bytes(std::uint64_t all) {
  all |= 16;
  return static_cast<unsigned>(all & (~all + 1));
}
inline std::uint64_t address_of(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// Calls `run` with a value of the unsigned type of so many bytes.
template <class Run>
void with_word(unsigned bytes, Run&& run) {
  switch (bytes) {
    case 1:
      return run(std::uint8_t{});
    case 2:
      return run(std::uint16_t{});
    case 4:
      return run(std::uint32_t{});
    case 8:
      return run(std::uint64_t{});
    default:
      return run(uint4{});
  }
}

namespace row_copy {

constexpr int threads = 256;
constexpr int at_once = 4;                    // loads of a thread that are on their way together
constexpr index_t short_row = 16 * 32;        // words: up to here lanes of one warp carry a row
constexpr index_t chunk = threads * at_once;  // words of a longer row that one block carries

/// Several rows a warp: 2^shift lanes each. A row without a source is zeros.
template <class Word, class Rows>
__global__ void __launch_bounds__(threads) short_rows(Word* __restrict__ out, Word const* __restrict__ in,
                                                      Rows rows, index_t count, int words, int shift) {
  int const lanes = 1 << shift, lane = static_cast<int>(threadIdx.x) & (lanes - 1);
  index_t const side_by_side = threads >> shift;
  for (index_t tile = blockIdx.x; tile * side_by_side * at_once < count; tile += gridDim.x) {
    index_t const first = tile * side_by_side * at_once + (threadIdx.x >> shift);
    index_t from[at_once];
    bool all = true;
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const row = first + u * side_by_side;
      from[u] = row < count ? rows.source(row) : index_t{-1};
      all = all && from[u] >= 0;
    }
    if (!all && lane == 0) {
#pragma unroll 1
      for (index_t row = first; row < count && row < first + at_once * side_by_side; row += side_by_side) {
        if (rows.source(row) < 0) rows.note(row);
      }
    }
#pragma unroll 1
    for (int at = lane; at < words; at += lanes) {
      Word held[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) held[u] = from[u] >= 0 ? in[from[u] + at] : Word{};
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        index_t const row = first + u * side_by_side;
        if (row < count) out[row * rows.out_step + at] = held[u];
      }
    }
  }
}

/// Several blocks a row.
template <class Word, class Rows>
__global__ void __launch_bounds__(threads)
    long_rows(Word* __restrict__ out, Word const* __restrict__ in, Rows rows, index_t count, index_t words,
              divisor chunks) {
  for (index_t block = blockIdx.x; block < count * chunks.value(); block += gridDim.x) {
    index_t part = block;
    index_t const row = chunks.divide(part), from = rows.source(row);
    if (from < 0 && part == 0 && threadIdx.x == 0) rows.note(row);
    index_t const to = row * rows.out_step, first = part * chunk + threadIdx.x;
    Word held[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const at = first + u * threads;
      held[u] = from >= 0 && at < words ? in[from + at] : Word{};
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const at = first + u * threads;
      if (at < words) out[to + at] = held[u];
    }
  }
}

}  // namespace row_copy

/// Copies `count` rows of `words` words. `rows.source(row)` is the word where a row begins in `in`, or -1 for
/// a row of zeros, of which `rows.note(row)` says what is wrong; `rows.out_step` words lie from row to row of
/// `out`.
template <class Word, class Rows>
void copy_rows(context& on, char const* name, void* out, void const* in, Rows const& rows, index_t count,
               index_t words) {
  if (count == 0 || words == 0) return;
  auto* const to = static_cast<Word*>(out);
  auto const* const from = static_cast<Word const*>(in);
  if (words <= row_copy::short_row) {
    int shift = 0;
    while (shift < 5 && (1 << shift) < words) ++shift;
    auto const blocks = blocks_for(count, (row_copy::threads >> shift) * row_copy::at_once);
    launch(on, name, row_copy::short_rows<Word, Rows>, blocks, row_copy::threads, 0, to, from, rows, count,
           static_cast<int>(words), shift);
  } else {
    index_t const chunks = ceil_div(words, row_copy::chunk);
    auto const blocks =
        count > most_blocks / chunks ? blocks_for(most_blocks, 1) : blocks_for(count * chunks, 1);
    launch(on, name, row_copy::long_rows<Word, Rows>, blocks, row_copy::threads, 0, to, from, rows, count,
           words, divisor(chunks));
  }
}

}  // namespace wellformed::backend
