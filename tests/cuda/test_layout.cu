// SPDX-License-Identifier: Apache-2.0
// Strided copies on a GPU are those of the host, for every size of elements and however many axes.
#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>

#include <wellformed/backend/layout.hpp>

#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;

namespace {

template <class Word>
std::vector<Word> counted(std::size_t size) {
  std::vector<Word> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<Word>(i * 2654435761u + i / 7);
  return values;
}

/// Axis i of the result is axis from[i] of the source.
template <class Word>
void check_permutation(std::vector<index_t> const& shape, std::vector<int> const& from,
                       std::size_t shift = 0) {
  auto const rank = shape.size();
  std::vector<index_t> stride(rank, 1), extents(rank), steps(rank);
  for (std::size_t i = rank; i-- > 1;) stride[i - 1] = stride[i] * shape[i];
  index_t count = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    extents[i] = shape[static_cast<std::size_t>(from[i])];
    steps[i] = stride[static_cast<std::size_t>(from[i])];
    count *= shape[i];
  }
  auto const in = counted<Word>(static_cast<std::size_t>(count));
  std::vector<Word> expected(in.size());
  auto const run = [&](auto where, Word* out, Word const* source) {
    wf::backend::permute(where, out, source, sizeof(Word), static_cast<int>(rank), extents.data(),
                         steps.data());
  };
  run(wf::host{}, expected.data(), in.data());
  device_vector<Word> source(in, shift), out(in.size(), shift);
  run(wf::cuda{}, out.data(), source.data());
  CHECK(out.on_host() == expected);
}

template <class Word>
void check_blocks(index_t bytes, index_t count, index_t out_gap, index_t in_gap, std::size_t shift) {
  auto const size = [&](index_t gap) { return static_cast<std::size_t>((bytes + gap) * count); };
  auto const in = counted<std::uint8_t>(size(in_gap));
  std::vector<std::uint8_t> expected(size(out_gap), 7);
  wf::backend::copy_blocks(wf::host{}, expected.data(), bytes + out_gap, in.data(), bytes + in_gap, bytes,
                           count);
  device_vector<std::uint8_t> source(in, shift * sizeof(Word)),
      out(std::vector<std::uint8_t>(size(out_gap), 7));
  wf::backend::copy_blocks(wf::cuda{}, out.data(), bytes + out_gap, source.data(), bytes + in_gap, bytes,
                           count);
  CHECK(out.on_host() == expected);
}

}  // namespace

TEST_CASE_TEMPLATE("permute is the host's", Word, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  SUBCASE("nothing moves") {
    check_permutation<Word>({}, {});
    check_permutation<Word>({7}, {0});
    check_permutation<Word>({3, 5, 2}, {0, 1, 2});
    check_permutation<Word>({1, 31, 1}, {2, 1, 0});
    check_permutation<Word>({3, 0, 2}, {2, 1, 0});
  }
  SUBCASE("matrices") {
    for (index_t const rows : {1, 2, 31, 33, 67}) {
      for (index_t const cols : {1, 16, 32, 65}) check_permutation<Word>({rows, cols}, {1, 0});
    }
    check_permutation<Word>({33, 35}, {1, 0}, 1);
  }
  SUBCASE("images: channels last and first") {
    check_permutation<Word>({2, 3, 5, 7}, {0, 2, 3, 1});
    check_permutation<Word>({2, 5, 7, 3}, {0, 3, 1, 2});
    check_permutation<Word>({4, 33, 34}, {2, 0, 1});
  }
  SUBCASE("rows stay whole, in wide words and in narrow ones") {
    for (index_t const inner : {1, 2, 3, 16, 48, 1040}) {
      check_permutation<Word>({3, 5, inner}, {1, 0, 2});
      check_permutation<Word>({3, 5, inner}, {1, 0, 2}, 1);
    }
  }
  SUBCASE("many axes") {
    check_permutation<Word>({2, 3, 2, 3, 2}, {4, 2, 0, 3, 1});
    check_permutation<Word>({2, 3, 2, 2, 3, 2, 2, 3}, {7, 6, 5, 4, 3, 2, 1, 0});
    check_permutation<Word>({2, 3, 2, 2, 3, 2, 2, 3}, {1, 0, 3, 2, 5, 4, 7, 6});
    check_permutation<Word>({2, 3, 2, 2, 3, 2, 2, 3}, {6, 4, 2, 0, 5, 3, 1, 7});
    check_permutation<Word>({2, 2, 2, 2, 3, 2, 2, 2, 2, 2}, {9, 7, 5, 3, 1, 8, 6, 4, 2, 0});
  }
}

TEST_CASE("permute takes any steps: repeated rows, every other element") {
  auto const in = counted<std::uint32_t>(60);
  device_vector<std::uint32_t> const source(in);
  auto const agrees = [&](std::vector<index_t> const& extents, std::vector<index_t> const& steps) {
    auto const count = std::accumulate(extents.begin(), extents.end(), index_t{1}, std::multiplies<>{});
    std::vector<std::uint32_t> expected(static_cast<std::size_t>(count));
    device_vector<std::uint32_t> out(expected.size());
    auto const rank = static_cast<int>(extents.size());
    wf::backend::permute(wf::host{}, expected.data(), in.data(), 4, rank, extents.data(), steps.data());
    wf::backend::permute(wf::cuda{}, out.data(), source.data(), 4, rank, extents.data(), steps.data());
    CHECK(out.on_host() == expected);
  };
  agrees({4, 15}, {0, 1});
  agrees({30}, {2});
  agrees({5, 6}, {2, 10});
  agrees({6, 5}, {10, 2});
  agrees({3, 4}, {0, 0});
}

TEST_CASE("blocks with gaps are the host's") {
  for (index_t const bytes : {0, 1, 3, 4, 20, 32, 97, 8192, 20001}) {
    for (index_t const count : {0, 1, 5, 33}) {
      if (bytes * count > 100000) continue;
      check_blocks<std::uint8_t>(bytes, count, 0, 0, 0);
      check_blocks<std::uint32_t>(bytes, count, 4, 0, 1);
      check_blocks<std::uint32_t>(bytes, count, 16, 32, 0);
      check_blocks<std::uint8_t>(bytes, count, 1, 2, 1);
    }
  }
}

TEST_CASE("more rows than a grid's second dimension has") {
  index_t const rows = 70001;
  auto const in = counted<std::uint16_t>(static_cast<std::size_t>(3 * rows));
  std::vector<std::uint16_t> expected(static_cast<std::size_t>(rows));
  wf::backend::copy_blocks(wf::host{}, expected.data(), 2, in.data(), 6, 2, rows);
  device_vector<std::uint16_t> source(in), out(expected.size());
  wf::backend::copy_blocks(wf::cuda{}, out.data(), 2, source.data(), 6, 2, rows);
  CHECK(out.on_host() == expected);
}
