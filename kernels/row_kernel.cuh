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
    part x{address_row(op, row * n, active ? n : 0), group.lane(), packs};
    op(group, x, row, active, all);
  }
  op.template finish<Group::threads>(all);
}

/// Short rows, one a thread. The 32 rows of a warp are one piece of memory: it is copied to shared memory and
/// back by neighbouring threads, whatever the length of a row. Rows of even length are padded there by an
/// element, so that the threads' rows begin in different banks.
template <class Op, int Held>
__global__ void __launch_bounds__(128, least_resident<Op>(128, Held > 10 ? 96 : 64))
    rows_of_threads(Op op, index_t rows, int n, unsigned inverse) {
  using element = typename Op::element;
  using part = row_part<element, Op::inputs, 1, Held, row_layout::along>;
  __shared__ element tiles[4][Op::inputs][32 * (Held | 1)];
  auto& tile = tiles[threadIdx.x / 32];
  int const lane = static_cast<int>(threadIdx.x) % 32;
  int const pad = 1 - n % 2;
  auto const place = [&](int i) {
    return i + pad * static_cast<int>(static_cast<unsigned>(i) * inverse >> 20);
  };
  lane_group<1> group;
  auto& all = state_of_thread<Op, 128>();
  for (index_t first = (index_t{blockIdx.x} * 4 + threadIdx.x / 32) * 32; first < rows;
       first += index_t{gridDim.x} * 128) {
    int const count = n * static_cast<int>(rows - first < 32 ? rows - first : 32);
#pragma unroll
    for (int input = 0; input < Op::inputs; ++input) {
      element some[Held];
#pragma unroll
      for (int k = 0; k < Held; ++k) {
        int const i = k * 32 + lane;
        if (i < count) some[k] = op.in[input][first * n + i];
      }
#pragma unroll
      for (int k = 0; k < Held; ++k) {
        int const i = k * 32 + lane;
        if (i < count) tile[input][place(i)] = some[k];
      }
    }
    __syncwarp();
    if (first + lane < rows) {
      part x{{{}, tile[0] + lane * (n + pad), (first + lane) * n, n}, 0, false};
#pragma unroll
      for (int input = 0; input < Op::inputs; ++input) x.row.in[input] = tile[input] + lane * (n + pad);
      op(group, x, first + lane, true, all);
    }
    __syncwarp();
    if (op.out != nullptr) {
#pragma unroll
      for (int k = 0; k < Held; ++k) {
        int const i = k * 32 + lane;
        if (i < count) op.out[first * n + i] = tile[0][place(i)];
      }
    }
    __syncwarp();
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
    index_t within = row;
    index_t const outer = inner.divide(within);
    part x{address_row(op, outer * n * inner.value() + within, active ? n : 0),
           Group::lanes == 1 ? 0 : static_cast<int>(threadIdx.x) / side_by_side, false};
    x.row.step = inner.value();
    op(group, x, row, active, all);
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
    group.move_to(static_cast<number*>(chunks.slots) + row * count * group_type::words, chunk, count);
    part x{address_row(op, row * chunks.n + start, n), group.lane(), chunks.packs};
    x.row.start = start;
    op(group, x, row, true, all);
  }
  if (!chunks.only_measures) op.template finish<Threads>(all);
}

}  // namespace wellformed::backend
