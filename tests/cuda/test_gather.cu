// SPDX-License-Identifier: Apache-2.0
// Rows by index on a GPU are those of the host; their gradients are the same in every run; an index outside
// is an error with the host's words, and harmless.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include <wellformed/backend/gather.hpp>
#include <wellformed/core/offence.hpp>

#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;

namespace {

struct shape {
  index_t outer, n, count, inner;
};

/// Numbers without a pattern, the same in every run.
std::size_t noise(std::size_t i) { return (i * 2654435761u + 12345u) >> 7; }

template <class Index>
std::vector<Index> some_indices(index_t count, index_t n) {
  std::vector<Index> at(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < at.size(); ++i)
    at[i] = static_cast<Index>(noise(i) % static_cast<std::size_t>(n));
  return at;
}

template <class T>
std::vector<T> whole_numbers(index_t count) {
  std::vector<T> x(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(static_cast<int>(noise(i) % 17) - 8);
  return x;
}

template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wf::error const& found) {
    return found.what();
  }
  return "no error";
}

template <class Word, class Index>
void check_gather(shape s, std::size_t shift = 0) {
  auto const in = whole_numbers<Word>(s.outer * s.n * s.inner);
  auto const at = some_indices<Index>(s.count, s.n);
  std::vector<Word> expected(static_cast<std::size_t>(s.outer * s.count * s.inner));
  index_t const bytes = s.inner * static_cast<index_t>(sizeof(Word));
  wf::backend::gather(wf::host{}, expected.data(), in.data(), at.data(), s.outer, s.n, s.count, bytes);
  device_vector<Word> source(in, shift), out(expected.size(), shift);
  device_vector<Index> const ids(at);
  wf::backend::gather(wf::cuda{}, out.data(), source.data(), ids.data(), s.outer, s.n, s.count, bytes);
  CHECK(out.on_host() == expected);
}

template <class T, class Index>
std::vector<T> gradient_on_gpu(shape s, std::vector<T> const& gx, std::vector<T> const& gy,
                               std::vector<Index> const& at, std::size_t shift) {
  device_vector<T> to(gx, shift), from(gy, shift);
  device_vector<Index> const ids(at);
  wf::backend::gather_backward(wf::cuda{}, to.data(), from.data(), ids.data(), s.outer, s.n, s.count,
                               s.inner);
  return to.on_host();
}

template <class T, class Index>
void check_backward(shape s, std::vector<Index> const& at, std::size_t shift = 0) {
  auto const gx = whole_numbers<T>(s.outer * s.n * s.inner),
             gy = whole_numbers<T>(s.outer * s.count * s.inner);
  auto expected = gx;
  wf::backend::gather_backward(wf::host{}, expected.data(), gy.data(), at.data(), s.outer, s.n, s.count,
                               s.inner);
  CHECK(gradient_on_gpu(s, gx, gy, at, shift) == expected);
}

template <class T, class Index>
void check_backward(shape s, std::size_t shift = 0) {
  check_backward<T>(s, some_indices<Index>(s.count, s.n), shift);
}

}  // namespace

TEST_CASE_TEMPLATE("gather is the host's", Index, std::uint8_t, std::int32_t, std::int64_t) {
  for (shape const s : {shape{1, 7, 5, 1},
                        {1, 1, 1, 1},
                        {1, 31, 33, 31},
                        {3, 11, 4, 16},
                        {2, 5, 37, 33},
                        {13, 17, 3, 1},
                        {1, 50, 129, 64},
                        {1, 5, 0, 8},
                        {0, 5, 3, 8},
                        {2, 5, 3, 0}}) {
    check_gather<std::uint8_t, Index>(s);
    check_gather<std::uint16_t, Index>(s, 1);
    check_gather<std::uint32_t, Index>(s);
    check_gather<std::uint32_t, Index>(s, 1);
    check_gather<std::uint64_t, Index>(s);
  }
  check_gather<float, Index>({1, 3, 5, 4100});
  check_gather<std::uint8_t, Index>({2, 3, 5, 1031}, 1);
}

TEST_CASE("more rows than a grid's second dimension has") {
  check_gather<std::uint16_t, std::int32_t>({1, 9, 70001, 1});
  check_gather<std::uint16_t, std::int32_t>({35003, 3, 2, 1});
}

TEST_CASE_TEMPLATE("the first index outside", Index, std::uint8_t, std::int32_t, std::int64_t) {
  for (index_t const count : {0, 1, 33, 2000}) {
    auto at = some_indices<Index>(count, 100);
    auto const agrees = [&] {
      device_vector<Index> const ids(at);
      device_value<index_t> first;
      wf::backend::first_outside(wf::cuda{}, ids.data(), count, 100, first.data());
      CHECK(first.on_host() == wf::backend::first_outside(wf::host{}, at.data(), count, 100));
    };
    agrees();
    for (index_t const bad : {1999, 1030, 32, 7, 0}) {
      if (bad >= count) continue;
      at[static_cast<std::size_t>(bad)] = static_cast<Index>(bad % 2 == 0 ? 100 : -1);
      agrees();
    }
  }
}

TEST_CASE_TEMPLATE("gradients add up: few indices", T, float, double) {
  for (shape const s : {shape{1, 7, 5, 1},
                        {1, 1, 1, 1},
                        {1, 31, 33, 31},
                        {3, 11, 4, 16},
                        {2, 5, 37, 33},
                        {13, 17, 3, 1},
                        {1, 50, 129, 64},
                        {1, 3, 1024, 8},
                        {1, 5, 0, 8},
                        {0, 5, 3, 8},
                        {2, 5, 3, 0}}) {
    check_backward<T, std::uint8_t>(s);
    check_backward<T, std::int32_t>(s, 1);
    check_backward<T, std::int64_t>(s);
  }
  check_backward<T, std::int32_t>({1, 3, 17, 1031});
  check_backward<T, std::int32_t>({1, 40, 600, 12}, std::vector<std::int32_t>(600, 39));
}

TEST_CASE_TEMPLATE("gradients add up: many indices", T, float, double) {
  check_backward<T, std::uint8_t>({1, 200, 1025, 3});
  check_backward<T, std::int32_t>({1, 5000, 2111, 8});
  check_backward<T, std::int32_t>({1, 5000, 2111, 8}, 1);
  check_backward<T, std::int64_t>({3, 31, 1500, 4});
  check_backward<T, std::int64_t>({2, 1, 1500, 5});
  std::vector<std::int32_t> padded(3000, 70);  // runs that cross windows, one from the first to the last
  for (std::size_t i = 0; i < 700; ++i) padded[i * 3] = static_cast<std::int32_t>(i / 40);
  check_backward<T>({1, 100, 3000, 4}, padded);
  check_backward<T>({1, 100, 3000, 3}, padded);
  check_backward<T>({1, 71, 3000, 1}, std::vector<std::int32_t>(3000, 70));
}

TEST_CASE("rounded gradients are near the host's, and the same in every run") {
  for (index_t const count : {700, 2500}) {
    shape const s{1, 5, count, 6};
    std::vector<float> const gx(30, 0.1f);
    std::vector<float> gy(static_cast<std::size_t>(count * 6));
    for (std::size_t i = 0; i < gy.size(); ++i) gy[i] = 1.0f / static_cast<float>(noise(i) % 1000 + 1);
    auto const at = some_indices<std::int32_t>(count, 5);
    auto expected = gx;
    wf::backend::gather_backward(wf::host{}, expected.data(), gy.data(), at.data(), 1, 5, count, 6);
    auto const first = gradient_on_gpu(s, gx, gy, at, 0);
    for (std::size_t i = 0; i < first.size(); ++i)
      CHECK(first[i] == doctest::Approx(expected[i]).epsilon(1e-5));
    CHECK(gradient_on_gpu(s, gx, gy, at, 0) == first);
    std::uint64_t sum = 14695981039346656037u;  // the same for every order of threads: GPUSIM_SEED
    for (float const x : first) {
      std::uint32_t bits;
      std::memcpy(&bits, &x, 4);
      sum = (sum ^ bits) * 1099511628211u;
    }
    CHECK(sum == (count == 700 ? 16910071149051641398u : 3699829863991428395u));
  }
}

TEST_CASE("an index outside is an error with the host's words, and the GPU lives on") {
  for (std::size_t const count : {std::size_t{50}, std::size_t{2000}}) {
    std::vector<std::int32_t> at(count, 3);
    at[17] = -2;
    at[40] = 10;
    device_vector<std::int32_t> const ids(at);
    device_vector<float> const in(std::vector<float>(40, 1.0f)), gy(std::vector<float>(4 * count, 1.0f));
    device_vector<float> out(4 * count), gx(std::vector<float>(40, 0.0f));
    auto const wait = [] { wf::synchronise(wf::cuda{}); };
    auto const rows = static_cast<index_t>(count);

    wf::backend::gather(wf::cuda{}, out.data(), in.data(), ids.data(), 1, 10, rows, 16);
    CHECK(text_of_error(wait) == text_of_error([] { wf::raise_offence({214, "gather", 17, -2, 10}); }));
    wf::backend::gather(wf::cuda{}, out.data(), in.data(), ids.data(), 1, 10, rows, 16,
                        wf::backend::index_use::embedding);
    CHECK(text_of_error(wait) == text_of_error([] { wf::raise_offence({801, "embedding", 17, -2, 10}); }));
    auto const gathered = out.on_host();
    for (std::size_t i = 0; i < gathered.size(); ++i)
      REQUIRE(gathered[i] == (i / 4 == 17 || i / 4 == 40 ? 0.0f : 1.0f));

    wf::backend::gather_backward(wf::cuda{}, gx.data(), gy.data(), ids.data(), 1, 10, rows, 4);
    CHECK(text_of_error(wait) == text_of_error([] { wf::raise_offence({214, "gather", 17, -2, 10}); }));
    auto const sums = gx.on_host();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      REQUIRE(sums[i] == (i / 4 == 3 ? static_cast<float>(count - 2) : 0.0f));
    }
  }
}

TEST_CASE_TEMPLATE("place is the host's", T, float, double) {
  for (shape const s :
       {shape{1, 7, 1, 1}, {5, 3, 1, 1}, {3, 11, 1, 31}, {1, 2, 1, 1025}, {0, 3, 1, 5}, {4, 3, 1, 0}}) {
    auto const gy = whole_numbers<T>(s.outer * s.inner);
    auto const at = some_indices<index_t>(s.outer * s.inner, s.n);
    std::vector<T> expected(static_cast<std::size_t>(s.outer * s.n * s.inner), T(0));
    device_vector<T> gx(expected);
    wf::backend::place(wf::host{}, expected.data(), gy.data(), at.data(), s.outer, s.n, s.inner);
    device_vector<T> const from(gy);
    device_vector<index_t> const ids(at);
    wf::backend::place(wf::cuda{}, gx.data(), from.data(), ids.data(), s.outer, s.n, s.inner);
    CHECK(gx.on_host() == expected);
  }
}
