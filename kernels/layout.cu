// SPDX-License-Identifier: Apache-2.0
// Strided copies on a GPU. A permutation is brought to the fewest axes; then it is a copy, a copy of rows, a
// transposition through shared memory, or, where neither side has neighbours, word by word.
#include <wellformed/backend/layout.hpp>

#include "arrangement.cuh"
#include "row_copy.cuh"
#include "transpose.cuh"

namespace wellformed::backend {

namespace {

/// Blocks with gaps between them, in words.
struct spaced_rows {
  index_t out_step, in_step;
  __device__ index_t source(index_t row) const { return row * in_step; }
  __device__ void note(index_t) const {}
};

void copy_whole(cuda where, void* out, void const* in, index_t bytes) {
  auto const stream = context_of(where).stream();
  check(cudaMemcpyAsync(out, in, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, stream), "copy");
}

/// The source runs through the last axis word by word: its rows are copied whole, in the widest words.
void copy_strided_rows(cuda where, void* out, void const* in, index_t element_bytes, arrangement a) {
  bool const rows_are_words = a.last_step() != 1;
  if (rows_are_words) a.push(1, 1);
  std::uint64_t all =
      address_of(out) | address_of(in) | static_cast<std::uint64_t>(a.last_extent() * element_bytes);
  for (int i = 0; i + 1 < a.rank; ++i) all |= static_cast<std::uint64_t>(a.step[i] * element_bytes);
  unsigned const bytes = word_bytes(all);
  strided_rows rows;
  rows.out_step = a.last_extent() * element_bytes / bytes;
  index_t count = 1;
  for (int i = a.rank - 2; i >= 0; --i) {
    rows.push(a.extent[i], a.step[i] * element_bytes / bytes);
    count *= a.extent[i];
  }
  with_word(bytes, [&]<class Word>(Word) {
    copy_rows<Word>(context_of(where), "permute", out, in, rows, count, rows.out_step);
  });
}

void transpose(cuda where, void* out, void const* in, std::size_t element_bytes, transpose_plan const& plan) {
  auto const blocks = blocks_for(plan.tiles, 1);
  with_word(static_cast<unsigned>(element_bytes), [&]<class Word>(Word) {
    if constexpr (sizeof(Word) <= 8) {
      launch(context_of(where), "permute", transpose_tiles<Word>, blocks, transposing::threads, 0,
             static_cast<Word*>(out), static_cast<Word const*>(in), plan);
    }
  });
}

void permute(cuda where, void* out, void const* in, std::size_t element_bytes, arrangement const& a) {
  auto const width = static_cast<index_t>(element_bytes);
  if (a.rank > strided_rows::most) {  // device code decodes eight axes; the first of more is a loop here
    auto const inner = a.inner();
    for (index_t i = 0; i < a.extent[0]; ++i) {
      permute(where, static_cast<char*>(out) + i * inner.count() * width,
              static_cast<char const*>(in) + i * a.step[0] * width, element_bytes, inner);
    }
    return;
  }
  int const fast = a.fast_axis();
  if (a.rank == 1 && fast == 0) return copy_whole(where, out, in, a.count() * width);
  if (fast < 0 || fast == a.rank - 1) return copy_strided_rows(where, out, in, width, a);
  transpose(where, out, in, element_bytes, plan_transpose(a, fast));
}

}  // namespace

void permute(cuda where, void* out, void const* in, std::size_t element_bytes, int rank,
             index_t const* extents, index_t const* steps) {
  for (int axis = 0; axis < rank; ++axis) {
    if (extents[axis] == 0) return;
  }
  permute(where, out, in, element_bytes, arrangement::of(rank, extents, steps));
}

void copy_blocks(cuda where, void* out, index_t out_step, void const* in, index_t in_step, index_t bytes,
                 index_t count) {
  if (bytes == 0 || count == 0) return;
  if (count == 1 || (out_step == bytes && in_step == bytes)) return copy_whole(where, out, in, bytes * count);
  unsigned const word =
      word_bytes(address_of(out) | address_of(in) | static_cast<std::uint64_t>(out_step | in_step | bytes));
  spaced_rows const rows{out_step / word, in_step / word};
  with_word(word, [&]<class Word>(Word) {
    copy_rows<Word>(context_of(where), "copy_blocks", out, in, rows, count, bytes / word);
  });
}

}  // namespace wellformed::backend
