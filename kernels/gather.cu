// SPDX-License-Identifier: Apache-2.0
// Rows by index on a GPU: each index is loaded once for its row and checked there.
#include <wellformed/backend/gather.hpp>

#include "index_check.cuh"
#include "row_copy.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = 256;

/// Row (outer, i) of the result is row (outer, at[i]) of the source.
template <class Index>
struct indexed_rows {
  Index const* at;
  index_check check;
  divisor count;
  index_t out_step;  // words of a row

  __device__ index_t source(index_t row) const {
    index_t i = row;
    index_t const outer = count.divide(i);
    auto const index = static_cast<index_t>(at[i]);
    return check.inside(index) ? (outer * check.n + index) * out_step : -1;
  }
  __device__ void note(index_t row) const {
    if (row < count.value()) check.note(row, static_cast<index_t>(at[row]));
  }
};

/// `first` holds -1: the greatest of unsigned numbers, so that the least position stays.
template <class Index>
__global__ void __launch_bounds__(threads)
    find_outside(Index const* __restrict__ at, index_t count, index_t n, unsigned long long* first) {
  index_t const step = index_t{gridDim.x} * threads;
  for (index_t i = index_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) {
    auto const index = static_cast<index_t>(at[i]);
    if (index < 0 || index >= n) {
      atomicMin(first, static_cast<unsigned long long>(i));
      return;  // what follows lies behind it
    }
  }
}

/// No two elements of gy go to one place.
template <class T>
__global__ void __launch_bounds__(threads)
    place_elements(T* __restrict__ gx, T const* __restrict__ gy, index_t const* __restrict__ at,
                   index_t count, divisor inner, index_check check) {
  index_t const step = index_t{gridDim.x} * threads;
  for (index_t i = index_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) {
    index_t within = i;
    index_t const outer = inner.divide(within), index = at[i];
    if (check.inside(index)) {
      gx[(outer * check.n + index) * inner.value() + within] = gy[i];
    } else {
      check.note(i, index);
    }
  }
}

}  // namespace

template <class Index>
void first_outside(cuda where, Index const* at, index_t count, index_t n, index_t* first) {
  auto& on = context_of(where);
  check(cudaMemsetAsync(first, 0xff, sizeof *first, on.stream()), "first_outside");
  launch(on, "first_outside", find_outside<Index>, blocks_of_loop(on, count, threads), threads, 0, at, count,
         n, reinterpret_cast<unsigned long long*>(first));
}

template <class Index>
void gather(cuda where, void* out, void const* in, Index const* at, index_t outer, index_t n, index_t count,
            index_t inner_bytes, index_use use) {
  if (outer == 0 || count == 0 || inner_bytes == 0) return;
  auto& on = context_of(where);
  unsigned const word =
      word_bytes(address_of(out) | address_of(in) | static_cast<std::uint64_t>(inner_bytes));
  indexed_rows<Index> const rows{at, {on, n, use}, divisor(count), inner_bytes / word};
  with_word(word, [&]<class Word>(Word) {
    copy_rows<Word>(on, "gather", out, in, rows, outer * count, rows.out_step);
  });
}

template <class T>
void place(cuda where, T* gx, T const* gy, index_t const* at, index_t outer, index_t n, index_t inner) {
  if (outer == 0 || inner == 0) return;
  auto& on = context_of(where);
  launch(on, "place", place_elements<T>, blocks_of_loop(on, outer * inner, threads), threads, 0, gx, gy, at,
         outer * inner, divisor(inner), index_check(on, n, index_use::gather));
}

#define WF_FOR(Index)                                                          \
  template void first_outside(cuda, Index const*, index_t, index_t, index_t*); \
  template void gather(cuda, void*, void const*, Index const*, index_t, index_t, index_t, index_t, index_use);
WF_FOR(std::uint8_t)
WF_FOR(std::int32_t)
WF_FOR(std::int64_t)
#undef WF_FOR
template void place(cuda, float*, float const*, index_t const*, index_t, index_t, index_t);
template void place(cuda, double*, double const*, index_t const*, index_t, index_t, index_t);

}  // namespace wellformed::backend
