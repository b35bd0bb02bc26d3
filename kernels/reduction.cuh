// SPDX-License-Identifier: Apache-2.0
// Reductions over the middle axis of (outer, n, inner), each in one fixed order: thread, lanes, block, and
// where rows are few and long, chunks of a row whose states a second launch joins.
#pragma once

#include "divisor.cuh"
#include "launch.cuh"
#include "row_part.cuh"

namespace wellformed::backend {

namespace reduction {

constexpr int threads = 256;
constexpr int at_once = 4;  // loads of a thread that are on their way together

/// What lies where; a row is reduced in `chunks` of `length` elements.
struct plan {
  index_t rows, n, length;
  divisor inner, chunks;
};

template <class State>
__device__ State from_lane(State const& mine, int far) {
  static_assert(sizeof(State) % sizeof(unsigned) == 0);
  struct words {
    unsigned at[sizeof(State) / sizeof(unsigned)];
  };
  auto held = __builtin_bit_cast(words, mine);
#pragma unroll
  for (auto& word : held.at) word = __shfl_xor_sync(~0u, word, far);
  return __builtin_bit_cast(State, held);
}

/// States of `Lanes` neighbouring threads, joined in each of them.
template <int Lanes, class Op>
__device__ typename Op::state join_lanes(Op const& op, typename Op::state state) {
#pragma unroll
  for (int far = Lanes / 2; far > 0; far /= 2) {
    auto const other = from_lane(state, far);
    // The lane with the lower number is the left operand in both: all lanes have the same bits.
    bool const is_left = (threadIdx.x & static_cast<unsigned>(far)) == 0;
    state = is_left ? op.join(state, other) : op.join(other, state);
  }
  return state;
}

template <int Lanes, class Op>
__device__ typename Op::state join_group(Op const& op, typename Op::state state) {
  if constexpr (Lanes <= 32) {
    return join_lanes<Lanes>(op, state);
  } else {
    constexpr int warps = Lanes / 32;
    __shared__ typename Op::state space[warps];
    state = join_lanes<32>(op, state);
    __syncthreads();
    if (threadIdx.x % 32 == 0) space[threadIdx.x / 32] = state;
    __syncthreads();
    return join_lanes<warps>(op, space[threadIdx.x % warps]);
  }
}

/// Elements `first`, `first` + step, ... below `end` of a row; `Width` neighbours at a time.
template <int Width, class Op>
__device__ typename Op::state visit(Op const& op, typename Op::element const* row, index_t first, index_t end,
                                    index_t step, index_t distance, typename Op::context const& about) {
  using element = typename Op::element;
  struct alignas(sizeof(element) * Width) pack {
    element at[Width];
  };
  auto const read = [&](index_t c) { return *reinterpret_cast<pack const*>(row + c * distance); };
  auto state = op.none();
  auto const take = [&](pack const& some, index_t c) {
#pragma unroll
    for (int k = 0; k < Width; ++k) op.take(state, some.at[k], c + k, about);
  };
#pragma unroll 1
  for (; first + (at_once - 1) * step < end; first += at_once * step) {
    pack held[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) held[u] = read(first + u * step);
#pragma unroll
    for (int u = 0; u < at_once; ++u) take(held[u], first + u * step);
  }
#pragma unroll 1
  for (; first < end; first += step) take(read(first), first);
  return state;
}

template <class Op>
__device__ void write(Op const& op, plan const& p, index_t row, index_t chunk,
                      typename Op::state const& state, typename Op::state* parts) {
  if (p.chunks.value() == 1) {
    op.finish(row, state);
  } else {
    parts[row * p.chunks.value() + chunk] = state;
  }
}

/// Rows along memory, `Lanes` threads for each chunk of each.
template <class Op, int Lanes, int Width>
__global__ void __launch_bounds__(threads) along(Op op, plan p, typename Op::state* parts) {
  constexpr int side_by_side = threads / Lanes;
  int const lane = static_cast<int>(threadIdx.x) % Lanes;
  index_t const units = p.rows * p.chunks.value();
  for (index_t first = index_t{blockIdx.x} * side_by_side; first < units;
       first += index_t{gridDim.x} * side_by_side) {
    index_t const unit = first + static_cast<int>(threadIdx.x) / Lanes;
    index_t chunk = unit < units ? unit : 0;
    index_t const row = p.chunks.divide(chunk);
    index_t const start = chunk * p.length, end = start + p.length < p.n ? start + p.length : p.n;
    auto state =
        visit<Width>(op, op.x + row * p.n, start + lane * Width, end, Lanes * Width, 1, op.begin(row));
    state = join_group<Lanes>(op, state);
    if (lane == 0 && unit < units) write(op, p, row, chunk, state, parts);
  }
}

/// Rows across memory: neighbouring threads have neighbouring rows, `Down` threads share one.
template <class Op, int Down>
__global__ void __launch_bounds__(threads) across(Op op, plan p, typename Op::state* parts) {
  constexpr int side_by_side = threads / Down;
  __shared__ typename Op::state space[Down][side_by_side];
  int const lane = static_cast<int>(threadIdx.x) / side_by_side,
            column = static_cast<int>(threadIdx.x) % side_by_side;
  index_t const units = (p.rows + side_by_side - 1) / side_by_side * p.chunks.value();
  for (index_t unit = blockIdx.x; unit < units; unit += gridDim.x) {
    index_t chunk = unit;
    index_t const row = p.chunks.divide(chunk) * side_by_side + column;
    bool const active = row < p.rows;
    index_t within = active ? row : 0;
    index_t const outer = p.inner.divide(within), distance = p.inner.value();
    index_t const start = chunk * p.length, end = start + p.length < p.n ? start + p.length : p.n;
    auto state = visit<1>(op, op.x + outer * p.n * distance + within, start + lane, active ? end : 0, Down,
                          distance, op.begin(active ? row : 0));
    if constexpr (Down > 1) {
      __syncthreads();
      space[lane][column] = state;
      __syncthreads();
      for (int i = 1; i < Down && lane == 0; ++i) state = op.join(state, space[i][column]);
    }
    if (lane == 0 && active) write(op, p, row, chunk, state, parts);
  }
}

/// The states of all chunks of a row, by a warp.
template <class Op>
__global__ void __launch_bounds__(threads)
    join_chunks(Op op, index_t rows, index_t chunks, typename Op::state const* parts) {
  int const lane = static_cast<int>(threadIdx.x) % 32;
  for (index_t row = (index_t{blockIdx.x} * threads + threadIdx.x) / 32; row < rows;
       row += index_t{gridDim.x} * threads / 32) {
    auto state = op.none();
#pragma unroll 1
    for (index_t c = lane; c < chunks; c += 32) state = op.join(state, parts[row * chunks + c]);
    state = join_lanes<32>(op, state);
    if (lane == 0) op.finish(row, state);
  }
}

/// Chunks of at least `least` elements, as many as fill the device with `units` rows or tiles of rows.
inline void cut(plan& p, context const& on, index_t units, index_t least) {
  index_t const wanted = ceil_div(index_t{on.multiprocessors()} * 8, units), most = p.n / least;
  index_t const chunks = wanted < most ? wanted : most;
  p.length = chunks <= 1 ? p.n : ceil_div(ceil_div(p.n, chunks), 16) * 16;
  p.chunks = divisor(p.n == 0 ? 1 : ceil_div(p.n, p.length));
}

template <class Op>
slab room(context& on, plan const& p) {
  if (p.chunks.value() == 1) return {};
  return slab(static_cast<std::size_t>(p.rows * p.chunks.value()) * sizeof(typename Op::state), &on.memory());
}

template <class Op>
void start(context& on, char const* name, Op const& op, plan const& p,
           void (*kernel)(Op, plan, typename Op::state*), index_t blocks) {
  slab const parts = room<Op>(on, p);
  auto* const states = static_cast<typename Op::state*>(parts.data());
  launch(on, name, kernel, blocks_of_loop(on, blocks, 1), threads, 0, op, p, states);
  if (p.chunks.value() == 1) return;
  launch(on, name, join_chunks<Op>, blocks_of_loop(on, p.rows, threads / 32), threads, 0, op, p.rows,
         p.chunks.value(), static_cast<typename Op::state const*>(states));
}

template <class Op>
void start_along(context& on, char const* name, Op const& op, plan p) {
  constexpr int width = row_pack<typename Op::element>::width;
  if (p.n <= 4) return start(on, name, op, p, along<Op, 1, 1>, ceil_div(p.rows, threads));
  if (p.n <= 64) return start(on, name, op, p, along<Op, 4, 1>, ceil_div(p.rows, threads / 4));
  bool const wide = p.n % width == 0 && are_aligned(op.x);
  if (p.n <= 2048) {
    return start(on, name, op, p, wide ? along<Op, 32, width> : along<Op, 32, 1>,
                 ceil_div(p.rows, threads / 32));
  }
  cut(p, on, p.rows, threads * width * at_once);
  start(on, name, op, p, wide ? along<Op, threads, width> : along<Op, threads, 1>, p.rows * p.chunks.value());
}

template <class Op>
void start_across(context& on, char const* name, Op const& op, plan p) {
  if (p.n <= 8) return start(on, name, op, p, across<Op, 1>, ceil_div(p.rows, threads));
  index_t const tiles = ceil_div(p.rows, threads / 8);
  cut(p, on, tiles, 64);
  start(on, name, op, p, across<Op, 8>, tiles * p.chunks.value());
}

}  // namespace reduction

/// Op has element, state, context, x, begin(row), none(), take(state, element, column, context), join(a, b)
/// and finish(row, state).
template <class Op>
void reduce_rows(context& on, char const* name, Op const& op, index_t outer, index_t n, index_t inner) {
  if (outer * inner == 0) return;
  reduction::plan const p{outer * inner, n, n, divisor(inner), divisor(1)};
  if (inner == 1) return reduction::start_along(on, name, op, p);
  reduction::start_across(on, name, op, p);
}

}  // namespace wellformed::backend
