// SPDX-License-Identifier: Apache-2.0
// Sums over each feature of (batch, features, spatial), and passes with constants a feature. Where spatial is
// 1, neighbouring lanes take neighbouring features and go down the rows (tiles of 32 x 8); else a block goes
// along the runs of one feature. Sums are in double and in one order.
#pragma once

#include "block_reduce.cuh"
#include "divisor.cuh"
#include "elements.cuh"
#include "launch.cuh"

namespace wellformed::backend::columns {

constexpr int threads = 256;
constexpr int per_multiprocessor = 3;  // blocks that add up, by __launch_bounds__: all run at once
constexpr index_t most_tiles = 1024;   // that several blocks share

struct shape {
  index_t batch, features, spatial;
};
inline shape of_rows(index_t rows, index_t width) { return {rows, width, 1}; }

/// An element: where it lies, in which row of the batch, at which position of its run.
struct place {
  index_t offset, outer, inner;
};

/// N sums for each of C features.
template <int N, int C>
struct totals {
  double at[N][C] = {};
};

/// Which of C features element k of a step belongs to.
template <int C>
constexpr __device__ int feature_of(int k) {
  return C == 1 ? 0 : k;
}

/// How a grid is laid over a shape: 2^shift threads side by side, `chunks` blocks a tile of features.
struct plan {
  index_t features, spatial;
  index_t steps;  // of a column: rows, or groups of W along all runs
  index_t tiles;
  unsigned chunks;
  int shift;
  divisor a_run;   // steps of one run
  index_t stride;  // steps from one of a thread to its next
  place step;      // what that is in elements
  index_t wrap;    // from the end of a run to the next one
};

/// The elements of one thread: C features, W elements a step (of one row, or of one run if C is 1).
template <int W, int C>
struct walk {
  plan const& p;
  index_t column, position;
  place at;

  __device__ walk(plan const& of, index_t tile, unsigned chunk) : p(of) {
    int const lane = static_cast<int>(threadIdx.x) & ((1 << p.shift) - 1);
    column = ((tile << p.shift) + lane) * C;
    position = chunk * static_cast<index_t>(threads >> p.shift) + (threadIdx.x >> p.shift);
    index_t within = position;
    at.outer = p.a_run.divide(within);
    at.inner = within * W;
    at.offset = at.outer * p.features * p.spatial + column * p.spatial + at.inner;
    if (column >= p.features) position = p.steps;  // a thread beyond the last feature has no elements
  }

  /// Of its constants: the first feature again for such a thread.
  __device__ index_t readable() const { return column < p.features ? column : 0; }

  __device__ place next() {
    place const now = at;
    at = {at.offset + p.step.offset, at.outer + p.step.outer, at.inner + p.step.inner};
    if (p.spatial > 1 && at.inner >= p.spatial) at = {at.offset + p.wrap, at.outer + 1, at.inner - p.spatial};
    return now;
  }

  /// Calls use(place, load(place)) for all, with 64 bytes of loads on their way together.
  template <class Load, class Use>
  __device__ void visit(Load load, Use use) {
    constexpr int at_once = sizeof(load(at)) > 16 ? 2 : 4;
#pragma unroll 1
    for (; position + (at_once - 1) * p.stride < p.steps; position += at_once * p.stride) {
      place where[at_once];
      decltype(load(at)) held[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) held[u] = load(where[u] = next());
#pragma unroll
      for (int u = 0; u < at_once; ++u) use(where[u], held[u]);
    }
#pragma unroll 1
    for (; position < p.steps; position += p.stride) {
      place const where = next();
      use(where, load(where));
    }
  }
};

/// Adds the totals of threads with the same lane; the first thread of each gets them.
template <int N, int C>
__device__ void add_up(totals<N, C>& mine, int shift) {
  __shared__ double space[N * C][threads];
  __syncthreads();
#pragma unroll
  for (int n = 0; n < N * C; ++n) space[n][threadIdx.x] = mine.at[n / C][n % C];
  __syncthreads();
  for (unsigned half = threads / 2; half >= (1u << shift); half /= 2) {
    if (threadIdx.x < half) {
#pragma unroll
      for (int n = 0; n < N * C; ++n) space[n][threadIdx.x] += space[n][threadIdx.x + half];
    }
    __syncthreads();
  }
#pragma unroll
  for (int n = 0; n < N * C; ++n) mine.at[n / C][n % C] = space[n][threadIdx.x];
}

/// op.apply for all elements of a thread.
template <int W, int C, class Op>
__device__ void apply_all(Op const& op, walk<W, C> w) {
  if (w.position >= w.p.steps) return;  // the constants of no feature are not there
  auto const constants = op.template apply_constants<C>(w.column);
  w.visit([&](place at) { return op.template load<W>(at); },
          [&](place at, auto const& held) { op.template apply<W>(at, constants, held); });
}

template <class Op>
constexpr bool has_apply = requires(Op const& op) { op.template apply_constants<1>(0); };

/// One a tile.
static __device__ unsigned arrivals[most_tiles];

/// Sums of each feature to op.finish; with one block a tile also op.apply.
template <int W, int C, class Op>
__global__ void __launch_bounds__(threads, per_multiprocessor) sum_kernel(Op op, plan p, double* partials) {
  constexpr int n = Op::sums;
  unsigned const chunk = blockIdx.x % p.chunks;
  for (index_t tile = blockIdx.x / p.chunks; tile < p.tiles; tile += gridDim.x / p.chunks) {
    walk<W, C> w(p, tile, chunk);
    auto const start = w;
    totals<n, C> mine;
    auto const constants = op.template sum_constants<C>(w.readable());
    w.visit([&](place at) { return op.template load<W>(at); },
            [&](place at, auto const& held) { op.template add<W>(mine, at, constants, held); });
    add_up(mine, p.shift);
    bool const writes = threadIdx.x >> p.shift == 0 && w.column < p.features;
    if (p.chunks > 1) {
      if (writes) {
        auto* const mine_in = reinterpret_cast<totals<n, 1>*>(partials) + (chunk * p.features + w.column);
#pragma unroll
        for (int k = 0; k < n * C; ++k) mine_in[k % C].at[k / C][0] = mine.at[k / C][k % C];
      }
      if (!is_last_block(arrivals + tile, p.chunks)) continue;
      mine = {};
      for (index_t c = threadIdx.x >> p.shift; c < p.chunks && w.column < p.features;
           c += threads >> p.shift) {
        double const* const from = partials + (c * p.features + w.column) * n;
#pragma unroll
        for (int k = 0; k < n * C; ++k) mine.at[k / C][k % C] += __ldcg(from + k % C * n + k / C);
      }
      add_up(mine, p.shift);
    }
#pragma unroll
    for (int k = 0; k < C && writes; ++k) {
      totals<n, 1> one;
      for (int s = 0; s < n; ++s) one.at[s][0] = mine.at[s][k];
      op.finish(w.column + k, one);
    }
    if constexpr (has_apply<Op>) {
      if (p.chunks > 1 || !op.applies()) continue;
      __syncthreads();  // what finish wrote
      apply_all(op, start);
    }
  }
}

template <int W, int C, class Op>
__global__ void __launch_bounds__(threads, per_multiprocessor) apply_kernel(Op op, plan p) {
  unsigned const chunk = blockIdx.x % p.chunks;
  for (index_t tile = blockIdx.x / p.chunks; tile < p.tiles; tile += gridDim.x / p.chunks) {
    apply_all(op, walk<W, C>(p, tile, chunk));
  }
}

/// At least `least` steps a thread, unless that leaves more than `most` blocks, or one a tile.
template <int W, int C>
plan plan_of(shape const& s, index_t least, index_t most) {
  plan p{};
  p.features = s.features;
  p.spatial = s.spatial;
  index_t const a_run = C == W ? s.spatial : s.spatial / W, row = s.features * s.spatial;
  p.steps = s.batch * a_run;
  while (s.spatial == 1 && p.shift < 5 && (index_t{C} << p.shift) < s.features) ++p.shift;
  p.tiles = ceil_div(s.features, index_t{C} << p.shift);
  index_t const down = threads >> p.shift, allowed = most > p.tiles ? most / p.tiles : 1;
  p.chunks = blocks_for(p.steps, down * least, allowed);
  p.a_run = divisor(a_run);
  p.stride = p.chunks * down;
  p.step.outer = p.stride / a_run;
  p.step.inner = p.stride % a_run * W;
  p.step.offset = p.step.outer * row + p.step.inner;
  p.wrap = row - s.spatial;
  return p;
}
inline unsigned grid_of(plan const& p) { return blocks_for(p.tiles, 1, most_blocks / p.chunks) * p.chunks; }

/// Calls run<W, C>() with the widest accesses that the shape allows.
template <int Width, class Run>
void with_width(shape const& s, bool wide, Run run) {
  if (s.batch == 0 || s.features == 0 || s.spatial == 0) return;
  if (wide && s.spatial == 1 && s.features % Width == 0) return run.template operator()<Width, Width>();
  if (wide && s.spatial > 1 && s.spatial % Width == 0) return run.template operator()<Width, 1>();
  run.template operator()<1, 1>();
}

/// An operation with `load<W>(place)`, `apply_constants<C>(feature)`, `apply<W>(place, constants, loaded)`.
/// `wide`: its buffers are aligned to 16 bytes.
template <int Width, class Op>
void apply(char const* name, cuda where, Op const& op, shape const& s, bool wide) {
  with_width<Width>(s, wide, [&]<int W, int C>() {
    auto const p = plan_of<W, C>(s, 4, 8192);
    launch(context_of(where), name, apply_kernel<W, C, Op>, grid_of(p), threads, 0, op, p);
  });
}

/// An operation with `sums`, `load<W>(place)`, `sum_constants<C>(feature)`, `add<W>(totals, place, constants,
/// loaded)`, `finish(feature, totals)`; and with those of apply if it goes on so (applies()) with what finish
/// wrote.
template <int Width, class Op>
void sum(char const* name, cuda where, Op const& op, shape const& s, bool wide) {
  with_width<Width>(s, wide, [&]<int W, int C>() {
    auto& on = context_of(where);
    auto const resident = index_t{on.multiprocessors()} * per_multiprocessor;
    auto const p = plan_of<W, C>(s, 16, resident < most_tiles ? resident : most_tiles);
    auto const bytes = static_cast<std::size_t>(p.chunks * s.features * Op::sums) * sizeof(double);
    slab const partials = p.chunks > 1 ? slab(bytes, where.memory()) : slab();
    launch(on, name, sum_kernel<W, C, Op>, grid_of(p), threads, 0, op, p,
           static_cast<double*>(partials.data()));
    if constexpr (has_apply<Op>) {
      if (p.chunks > 1 && op.applies()) apply<Width>(name, where, op, s, wide);
    }
  });
}

}  // namespace wellformed::backend::columns
