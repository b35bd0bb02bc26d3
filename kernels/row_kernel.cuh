// SPDX-License-Identifier: Apache-2.0
// The kernels that walk over rows with an operation such as categorical_rows: which thread holds what of
// which row. How they are chosen: row_schedule.cuh.
#pragma once

#include "divisor.cuh"
#include "launch.cuh"
#include "row_chunk.cuh"
#include "row_part.cuh"

namespace wellformed::backend {

template <class Op>
using row_address_of = row_address<typename Op::element, Op::inputs>;

template <class Op>
__device__ row_address_of<Op> address_row(Op const& op, index_t first, index_t n) {
  row_address_of<Op> row{{}, op.out + first, first, static_cast<int>(n)};
#pragma unroll
  for (int i = 0; i < Op::inputs; ++i) row.in[i] = op.in[i] + first;
  return row;
}

/// Blocks that shall fit a multiprocessor together: 1024 threads of at most 64 registers, fewer of more.
template <class Op>
constexpr int least_resident(int threads, int registers = 64) {
  bool const is_small = std::is_same_v<typename Op::number, float> && Op::held_rows == 1;
  return is_small ? 65536 / registers / threads : 1;
}

/// What the rows of this thread add up to, in shared memory: in registers it would be spilled.
template <class Op, int Threads>
__device__ typename Op::state& state_of_thread() {
  __shared__ std::aligned_storage_t<sizeof(typename Op::state), alignof(typename Op::state)> states[Threads];
  return *new (&states[threadIdx.x]) typename Op::state;
}

/// Rows that lie one behind the other, each held by lanes of a warp or by a block.
template <class Op, class Group, int Held>
__global__ void __launch_bounds__(Group::threads, least_resident<Op>(Group::threads))
    rows_along(Op op, index_t rows, int n, bool packs) {
  using part = row_part<typename Op::element, Op::inputs, Group::lanes, Held, row_layout::along>;
  constexpr int side_by_side = Group::threads / Group::lanes;
  __shared__ typename Group::memory shared;
  Group group(shared);
  auto& all = state_of_thread<Op, Group::threads>();
  for (index_t first = index_t{blockIdx.x} * side_by_side; first < rows;
       first += index_t{gridDim.x} * side_by_side) {
    index_t const row = first + static_cast<int>(threadIdx.x) / Group::lanes;
    bool const active = row < rows;
    auto const asked = op.ask(row, active);
    part x{address_row(op, row * n, active ? n : 0), group.lane(), packs};
    op(group, x, row, active, asked, all);
  }
  op.template finish<Group::threads>(all);
}

/// Rows of a thread in rows_of_threads: together about 20 elements, so that enough are on their way.
template <class Op>
constexpr int rows_a_thread(int held) {
  int const rows = 80 / (held * static_cast<int>(sizeof(typename Op::number)) * Op::inputs);
  return rows < 1 ? 1 : rows > 4 ? 4 : rows;
}

/// Short rows, one a thread. The rows of a warp are one piece of memory: it is copied to shared memory and
/// back by neighbouring threads, whatever the length of a row. Rows of even length are padded there by an
/// element, so that the threads' rows begin in different banks.
template <class Op, int Held>
struct row_tile {
  using element = typename Op::element;
  static constexpr int rows = 32 * rows_a_thread<Op>(Held);
  static constexpr int steps = Held * rows_a_thread<Op>(Held);

  element (&at)[Op::inputs][rows * (Held | 1)];
  int lane, n, pad;
  unsigned inverse;  // 2^20 / n

  /// The thread's lane, anew: else the compiler keeps all places from load() to store() in registers.
  __device__ int fresh_lane() const {
    int again = lane;
    asm volatile("" : "+r"(again));
    return again;
  }
  __device__ int place(int i) const {
    return i + pad * static_cast<int>(static_cast<unsigned>(i) * inverse >> 20);
  }
  __device__ void load(Op const& op, index_t first, int count) {
    element some[Op::inputs][steps];
    int const mine = fresh_lane();
#pragma unroll
    for (int k = 0; k < Op::inputs * steps; ++k) {
      int const i = k % steps * 32 + mine;
      if (i < count) some[k / steps][k % steps] = op.in[k / steps][first + i];
    }
#pragma unroll
    for (int k = 0; k < Op::inputs * steps; ++k) {
      int const i = k % steps * 32 + mine;
      if (i < count) at[k / steps][place(i)] = some[k / steps][k % steps];
    }
    __syncwarp();
  }
  __device__ void store(Op const& op, index_t first, int count) const {
    __syncwarp();
    if (op.out != nullptr) {
      int const mine = fresh_lane();
#pragma unroll
      for (int k = 0; k < steps; ++k) {
        int const i = k * 32 + mine;
        if (i < count) op.out[first + i] = at[0][place(i)];
      }
    }
    __syncwarp();
  }
  __device__ row_address_of<Op> address(int row, index_t first) const {
    int const from = row * (n + pad);
    row_address_of<Op> found{{}, at[0] + from, first + row * n, n};
#pragma unroll
    for (int input = 0; input < Op::inputs; ++input) found.in[input] = at[input] + from;
    return found;
  }
};

template <class Op, int Held>
__global__ void __launch_bounds__(128, least_resident<Op>(128, Held > 10 ? 80 : 64))
    rows_of_threads(Op op, index_t rows, int n, unsigned inverse) {
  using tile_type = row_tile<Op, Held>;
  using part = row_part<typename Op::element, Op::inputs, 1, Held, row_layout::along>;
  constexpr int turns = tile_type::rows / 32;
  __shared__ typename Op::element tiles[4][Op::inputs][tile_type::rows * (Held | 1)];
  tile_type tile{tiles[threadIdx.x / 32], static_cast<int>(threadIdx.x) % 32, n, 1 - n % 2, inverse};
  lane_group<1> group;
  auto& all = state_of_thread<Op, 128>();
  for (index_t first = (index_t{blockIdx.x} * 4 + threadIdx.x / 32) * tile_type::rows; first < rows;
       first += index_t{gridDim.x} * 4 * tile_type::rows) {
    int const here = static_cast<int>(rows - first < tile_type::rows ? rows - first : tile_type::rows);
    typename Op::question asked[turns];
#pragma unroll
    for (int turn = 0; turn < turns; ++turn) {
      int const row = turn * 32 + tile.lane;
      asked[turn] = op.ask(first + row, row < here);
    }
    tile.load(op, first * n, here * n);
#pragma unroll
    for (int turn = 0; turn < turns; ++turn) {
      int const row = turn * 32 + tile.lane;
      if (row >= here) break;
      part x{tile.address(row, first * n), 0, false};
      op(group, x, first + row, true, asked[turn], all);
    }
    tile.store(op, first * n, here * n);
  }
  op.template finish<128>(all);
}

/// Rows that run across memory, as (outer, n, inner): neighbouring threads take neighbouring rows.
template <class Op, class Group, int Held>
__global__ void __launch_bounds__(Group::threads) rows_across(Op op, index_t rows, int n, divisor inner) {
  using part = row_part<typename Op::element, Op::inputs, Group::lanes, Held, row_layout::across>;
  constexpr int side_by_side = Group::threads / Group::lanes;
  __shared__ typename Group::memory shared;
  Group group(shared);
  auto& all = state_of_thread<Op, Group::threads>();
  for (index_t first = index_t{blockIdx.x} * side_by_side; first < rows;
       first += index_t{gridDim.x} * side_by_side) {
    index_t const row = first + static_cast<int>(threadIdx.x) % side_by_side;
    bool const active = row < rows;
    auto const asked = op.ask(row, active);
    index_t within = row;
    index_t const outer = inner.divide(within);
    part x{address_row(op, outer * n * inner.value() + within, active ? n : 0),
           Group::lanes == 1 ? 0 : static_cast<int>(threadIdx.x) / side_by_side, false};
    x.row.step = inner.value();
    op(group, x, row, active, asked, all);
  }
  op.template finish<Group::threads>(all);
}

/// Rows as chunks, each held by a block.
struct row_chunks {
  index_t rows, n;
  index_t length;  ///< of a chunk
  divisor count;   ///< of the chunks of a row
  void* slots;     ///< a measure for each chunk of each row
  bool packs;
  bool only_measures;  ///< the first of two launches
};

/// Without only_measures the blocks of a row wait for each other: either the measures are there already, or
/// the launch is cooperative and its number of blocks a multiple of the chunks of a row.
template <class Op, int Threads, int Held>
__global__ void __launch_bounds__(Threads, least_resident<Op>(Threads))
    rows_in_chunks(Op op, row_chunks chunks) {
  using number = typename Op::number;
  using group_type = chunk_group<Threads, number, Op::sums>;
  using part = row_part<typename Op::element, Op::inputs, Threads, Held, row_layout::along>;
  __shared__ typename group_type::memory shared;
  group_type group(shared, chunks.only_measures);
  auto& all = state_of_thread<Op, Threads>();
  index_t const count = chunks.count.value();
  for (index_t unit = blockIdx.x; unit < chunks.rows * count; unit += gridDim.x) {
    index_t chunk = unit;
    index_t const row = chunks.count.divide(chunk);
    index_t const start = chunk * chunks.length;
    index_t const n = chunks.n - start < chunks.length ? chunks.n - start : chunks.length;
    group.move_to(static_cast<number*>(chunks.slots) + row * count * group_type::words,
                  static_cast<int>(chunk), static_cast<int>(count));
    part x{address_row(op, row * chunks.n + start, n), group.lane(), chunks.packs};
    x.row.start = start;
    op(group, x, row, true, op.ask(row, true), all);
  }
  if (!chunks.only_measures) op.template finish<Threads>(all);
}

}  // namespace wellformed::backend
