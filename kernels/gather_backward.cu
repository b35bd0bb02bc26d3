// SPDX-License-Identifier: Apache-2.0
// Gradients of rows taken by index, in a fixed order without atomics. Few indices: a block for each; the
// first of equal ones finds the others and adds their rows. Many: sorted by index (CUB, stable), then windows
// of the sorted list add up their runs; what crosses windows is added by the window where it begins. Cost:
// the sort of the indices, one read of gy, one read and write of the rows that were taken, 1/16 of gy for
// crossing runs.
#include <wellformed/backend/gather.hpp>

#include <cub/device/device_radix_sort.cuh>

#include "index_check.cuh"
#include "member_sum.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = member_sum::threads;
constexpr index_t few = 1024;   // indices that blocks compare one with another
constexpr index_t window = 32;  // sorted indices that a thread adds up for its column
constexpr int at_once = 4;      // of which so many are on their way together

/// The gradient to add up and where it goes, with its columns.
template <class T, int Width>
struct rows_of_gradient {
  T* gx;
  T const* gy;
  index_t count;  // rows of gy
  columns_of_rows<Width> columns;
  index_check check;

  __device__ T const* from(index_t position, index_t column) const {
    return gy + columns.place(column, count, position);
  }
  __device__ T* to(index_t index, index_t column) const { return gx + columns.place(column, check.n, index); }
};

/// Positions from `first` on where at[...] is `wanted`, in order. By all threads of a block.
template <class Index>
__device__ int list_equal(Index const* at, int first, int count, Index wanted, unsigned short* list) {
  __shared__ int of_warp[threads / 32];
  int const warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  int found = 0;
  for (int base = first; base < count; base += threads) {
    int const i = base + static_cast<int>(threadIdx.x);
    bool const equal = i < count && at[i] == wanted;
    unsigned const hits = __ballot_sync(0xffffffffu, equal);
    __syncthreads();  // the counts of the last turn have been read
    if (lane == 0) of_warp[warp] = __popc(hits);
    __syncthreads();
    int before = found;
    for (int w = 0; w < threads / 32; ++w) {
      if (w < warp) before += of_warp[w];
      found += of_warp[w];
    }
    if (equal) list[before + __popc(hits & ((1u << lane) - 1u))] = static_cast<unsigned short>(i);
  }
  __syncthreads();
  return found;
}

/// A block for each index, and slice of columns: works if no earlier index is equal.
template <class T, int Width, class Index>
__global__ void __launch_bounds__(threads)
    add_few(rows_of_gradient<T, Width> rows, Index const* __restrict__ at, int shift, index_t slices) {
  __shared__ unsigned short list[few];
  int const count = static_cast<int>(rows.count), mine = static_cast<int>(blockIdx.x) % count;
  index_t const slice = static_cast<int>(blockIdx.x) / count;
  Index const index = at[mine];
  if (!rows.check.inside(static_cast<index_t>(index))) {
    if (slice == 0 && threadIdx.x == 0) rows.check.note(mine, static_cast<index_t>(index));
    return;
  }
  int earlier = 0;
  for (int i = static_cast<int>(threadIdx.x); i < mine; i += threads) earlier |= at[i] == index ? 1 : 0;
  if (__syncthreads_or(earlier) != 0) return;
  int const members = list_equal(at, mine, count, index, list);
  auto const row = [&](index_t m, index_t column) { return rows.from(list[m], column); };
  auto const target = [&](index_t column) { return rows.to(static_cast<index_t>(index), column); };
  member_sum::add_to<Width, T>(target, row, members, rows.columns.count, shift, slice, slices);
}

/// What is sorted: indices with their positions. Indices outside go behind all others.
template <class Key, class Index>
__global__ void __launch_bounds__(threads)
    make_keys(Key* keys, Key* positions, Index const* __restrict__ at, index_t count, index_check check) {
  index_t const step = index_t{gridDim.x} * threads;
  for (index_t i = index_t{blockIdx.x} * threads + threadIdx.x; i < count; i += step) {
    auto const index = static_cast<index_t>(at[i]);
    bool const inside = check.inside(index);
    if (!inside) check.note(i, index);
    keys[i] = static_cast<Key>(inside ? index : check.n);
    positions[i] = static_cast<Key>(i);
  }
}

/// The sorted list, in windows.
template <class Key>
struct sorted_list {
  Key const* keys;
  Key const* positions;
  index_t count;

  __device__ index_t begin(index_t w) const { return w * window; }
  __device__ index_t end(index_t w) const { return (w + 1) * window < count ? (w + 1) * window : count; }
  __device__ bool joins(index_t i) const { return i > 0 && i < count && keys[i - 1] == keys[i]; }
  /// First place behind `i` with another key.
  __device__ index_t run_end(index_t i) const {
    index_t low = i, high = count;  // keys[low] is the key
    while (high - low > 1) {
      index_t const middle = low + (high - low) / 2;
      (keys[middle] == keys[i] ? low : high) = middle;
    }
    return high;
  }
};

/// Parts of runs that cross windows: `heads` of a run from before, `tails` of one that goes on.
template <class T>
struct crossing_parts {
  T* heads;
  T* tails;
};

/// A thread for each window and column. Runs inside of the window go to gx, others to their parts.
template <class T, int Width, class Key>
__global__ void __launch_bounds__(threads)
    add_windows(rows_of_gradient<T, Width> rows, sorted_list<Key> list, crossing_parts<T> parts,
                index_t windows, divisor columns) {
  index_t const step = index_t{gridDim.x} * threads;
  for (index_t at = index_t{blockIdx.x} * threads + threadIdx.x; at < windows * columns.value(); at += step) {
    index_t column = at;
    index_t const w = columns.divide(column), begin = list.begin(w), end = list.end(w);
    bool from_before = list.joins(begin);
    elements<T, Width> sum{};
    auto const flush = [&](index_t key, bool goes_on) {
      if (key == rows.check.n) return;
      T* const part = (from_before ? parts.heads : parts.tails) + at * Width;
      T* const to = from_before || goes_on ? part : rows.to(key, column);
      if (!from_before && !goes_on) accumulate(sum, load<Width>(static_cast<T const*>(to)));
      store<Width>(to, sum);
    };
    Key key = list.keys[begin];
    for (index_t first = begin; first < end; first += at_once) {
      Key keys[at_once];
      elements<T, Width> held[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        index_t const i = first + u < end ? first + u : end - 1;
        keys[u] = list.keys[i];
        held[u] = load<Width>(rows.from(static_cast<index_t>(list.positions[i]), column));
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (first + u >= end) break;
        if (keys[u] != key) {
          flush(static_cast<index_t>(key), false);
          from_before = false;
          sum = {};
          key = keys[u];
        }
        accumulate(sum, held[u]);
      }
    }
    flush(static_cast<index_t>(key), list.joins(end));
  }
}

/// A block for each window, and slice of columns: works if a run begins in the window and goes on behind it.
template <class T, int Width, class Key>
__global__ void __launch_bounds__(threads)
    add_crossing(rows_of_gradient<T, Width> rows, sorted_list<Key> list, crossing_parts<T> parts,
                 index_t windows, int shift, index_t slices) {
  for (index_t block = blockIdx.x; block < windows * slices; block += gridDim.x) {
    index_t const w = block % windows, begin = list.begin(w), end = list.end(w);
    if (!list.joins(end) || (list.joins(begin) && list.keys[begin] == list.keys[end - 1])) continue;
    auto const key = static_cast<index_t>(list.keys[end - 1]);
    if (key == rows.check.n) continue;
    index_t const columns = rows.columns.count;
    index_t const members = (list.run_end(end) - 1) / window - w + 1;
    auto const row = [&](index_t m, index_t column) -> T const* {
      return (m == 0 ? parts.tails : parts.heads) + ((w + m) * columns + column) * Width;
    };
    auto const target = [&](index_t column) { return rows.to(key, column); };
    member_sum::add_to<Width, T>(target, row, members, columns, shift, block / windows, slices);
    __syncthreads();
  }
}

int bits_of(index_t greatest) {
  int bits = 1;
  while (bits < 63 && (greatest >> bits) != 0) ++bits;
  return bits;
}

/// The keys and positions in a slab, sorted.
template <class Key, class Index>
sorted_list<Key> sort_indices(context& on, Index const* at, index_t count, index_check const& check,
                              slab& space) {
  auto const bytes = static_cast<std::size_t>(ceil_div(count, 64) * 64) * sizeof(Key);
  space = slab(4 * bytes, &on.memory());
  auto const part = [&](int i) {
    return reinterpret_cast<Key*>(static_cast<char*>(space.data()) + static_cast<std::size_t>(i) * bytes);
  };
  launch(on, "gather_backward", make_keys<Key, Index>, blocks_of_loop(on, count, threads), threads, 0,
         part(0), part(1), at, count, check);
  cub::DoubleBuffer<Key> keys(part(0), part(2)), positions(part(1), part(3));
  std::size_t scratch_bytes = 0;
  auto const sort = [&](void* scratch) {
    backend::check(cub::DeviceRadixSort::SortPairs(scratch, scratch_bytes, keys, positions, count, 0,
                                                   bits_of(check.n), on.stream()),
                   "gather_backward");
  };
  sort(nullptr);
  sort(slab(scratch_bytes, &on.memory()).data());
  return {keys.Current(), positions.Current(), count};
}

template <class T, int Width, class Key, class Index>
void add_many(context& on, rows_of_gradient<T, Width> const& rows, Index const* at) {
  slab space;
  auto const list = sort_indices<Key>(on, at, rows.count, rows.check, space);
  index_t const windows = ceil_div(rows.count, window), columns = rows.columns.count,
                part = windows * columns * Width;
  slab const crossing(static_cast<std::size_t>(2 * part) * sizeof(T), &on.memory());
  auto* const heads = static_cast<T*>(crossing.data());
  crossing_parts<T> const parts{heads, heads + part};
  launch(on, "gather_backward", add_windows<T, Width, Key>, blocks_for(windows * columns, threads), threads,
         0, rows, list, parts, windows, divisor(columns));
  index_t const slices = member_sum::slices_for(on, windows, columns);
  launch(on, "gather_backward", add_crossing<T, Width, Key>, blocks_for(windows * slices, 1), threads, 0,
         rows, list, parts, windows, member_sum::shift_for(columns), slices);
}

template <int Width, class T, class Index>
void add_rows_back(context& on, T* gx, T const* gy, Index const* at, index_t outer, index_t count,
                   index_t inner, index_check const& check) {
  rows_of_gradient<T, Width> const rows{gx, gy, count, {outer, inner}, check};
  if (count <= few) {
    index_t const columns = rows.columns.count, slices = member_sum::slices_for(on, count, columns);
    launch(on, "gather_backward", add_few<T, Width, Index>, blocks_for(count * slices, 1), threads, 0, rows,
           at, member_sum::shift_for(columns), slices);
  } else if (count < 0xffffffff && check.n < 0xffffffff) {
    add_many<T, Width, std::uint32_t>(on, rows, at);
  } else {
    add_many<T, Width, std::uint64_t>(on, rows, at);
  }
}

}  // namespace

template <class T, class Index>
void gather_backward(cuda where, T* gx, T const* gy, Index const* at, index_t outer, index_t n, index_t count,
                     index_t inner, index_use use) {
  if (outer == 0 || count == 0 || inner == 0) return;
  auto& on = context_of(where);
  index_check const check(on, n, use);
  if (inner % full_width<T> == 0 && are_aligned(gx, gy)) {
    add_rows_back<full_width<T>>(on, gx, gy, at, outer, count, inner, check);
  } else {
    add_rows_back<1>(on, gx, gy, at, outer, count, inner, check);
  }
}

#define WF_FOR(T, Index)                                                                              \
  template void gather_backward(cuda, T*, T const*, Index const*, index_t, index_t, index_t, index_t, \
                                index_use);
WF_FOR(float, std::uint8_t)
WF_FOR(float, std::int32_t)
WF_FOR(float, std::int64_t)
WF_FOR(double, std::uint8_t)
WF_FOR(double, std::int32_t)
WF_FOR(double, std::int64_t)
#undef WF_FOR

}  // namespace wellformed::backend
