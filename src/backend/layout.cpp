// SPDX-License-Identifier: Apache-2.0
// Strided copies. Elements are moved by their size, so one body serves every element type.
#include <cstring>

#include <wellformed/backend/layout.hpp>

namespace wellformed::backend {

namespace {

template <class Word>
void permute_words(Word* out, Word const* in, int rank, index_t const* extents, index_t const* steps) {
  index_t at[16] = {};
  index_t count = 1;
  for (int axis = 0; axis < rank; ++axis) count *= extents[axis];
  index_t const last = rank - 1;
  index_t offset = 0;
  for (index_t done = 0; done < count; done += extents[last]) {
    for (index_t i = 0; i < extents[last]; ++i) *out++ = in[offset + i * steps[last]];
    for (index_t axis = last - 1; axis >= 0; --axis) {
      offset += steps[axis];
      if (++at[axis] < extents[axis]) break;
      offset -= steps[axis] * extents[axis];
      at[axis] = 0;
    }
  }
}

}  // namespace

void permute(host, void* out, void const* in, std::size_t element_bytes, int rank, index_t const* extents,
             index_t const* steps) {
  auto const as = [&]<class Word>(Word) {
    permute_words(static_cast<Word*>(out), static_cast<Word const*>(in), rank, extents, steps);
  };
  if (rank == 0) {
    std::memcpy(out, in, element_bytes);
    return;
  }
  for (int axis = 0; axis < rank; ++axis) {
    if (extents[axis] == 0) return;
  }
  if (element_bytes == 1)
    as(std::uint8_t{});
  else if (element_bytes == 2)
    as(std::uint16_t{});
  else if (element_bytes == 4)
    as(std::uint32_t{});
  else
    as(std::uint64_t{});
}

void copy_blocks(host, void* out, index_t out_step, void const* in, index_t in_step, index_t bytes,
                 index_t count) {
  if (bytes == 0) return;
  auto* to = static_cast<char*>(out);
  auto const* from = static_cast<char const*>(in);
  for (index_t i = 0; i < count; ++i)
    std::memcpy(to + i * out_step, from + i * in_step, static_cast<std::size_t>(bytes));
}

}  // namespace wellformed::backend
