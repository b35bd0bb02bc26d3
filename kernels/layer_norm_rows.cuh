// SPDX-License-Identifier: Apache-2.0
// Layer normalisation of rows that fit into the registers of a group of threads: read once, forward and back.
#pragma once

#include "elements.cuh"
#include "launch.cuh"
#include "row_group.cuh"

namespace wellformed::backend::layer_norm {

/// How a row is cut up: by a group of threads, `held` elements each.
template <class Group, int Held>
struct schedule {
  using group = Group;
  static constexpr int held = Held;
  static constexpr int lanes = Group::lanes;
  static constexpr int reach = lanes * held;  ///< elements of the longest row
  static constexpr int threads = lanes > 32 ? lanes : 256;
  static constexpr int groups = threads / lanes;     ///< rows of a block, side by side
  static constexpr int at_once = held <= 4 ? 2 : 1;  ///< rows whose loads go together
};

template <class T>
struct forward_work {
  T* y;
  T* mean;     // or null
  T* inverse;  // or null
  T const* x;
  T const* weight;  // or null
  T const* bias;    // or null
  T eps;
  T reciprocal;  // of features
  index_t rows;
  int features;
};

template <class T>
struct backward_work {
  T* gx;       // or null
  T* weights;  // (blocks, features): what a block adds to the gradient of the weights; or null
  T* biases;   // behind it, that of the biases
  T const* gy;
  T const* x;
  T const* mean;
  T const* inverse;
  T const* weight;  // or null
  T reciprocal;     // of features
  index_t rows;
  int features;
};

/// The parts of a row that a thread holds.
template <class Schedule, int W, class T>
struct held_row {
  static constexpr int parts = Schedule::held / W;
  elements<T, W> part[parts];

  static __device__ int column(int lane, int p) { return (p * Schedule::lanes + lane) * W; }

  /// Part p lies within the row if this is above p * lanes * W. Opaque, so that the compiler compares again
  /// in each loop, and does not keep the outcome for every part in registers from the first to the last.
  static __device__ int room(int lane, int features) {
    int left = features - lane * W;
    asm volatile("" : "+r"(left));
    return left;
  }
  /// Zeros beyond the row.
  __device__ void load(T const* row, int lane, int features) {
    int const left = room(lane, features);
#pragma unroll
    for (int p = 0; p < parts; ++p) {
      part[p] = {};
      if (left > p * Schedule::lanes * W) part[p] = backend::load<W>(row + column(lane, p));
    }
  }
  /// Calls f(column, part, p) for what lies within the row.
  template <class F>
  __device__ void each(int lane, int features, F f) {
    int const left = room(lane, features);
#pragma unroll
    for (int p = 0; p < parts; ++p) {
      if (left > p * Schedule::lanes * W) f(column(lane, p), part[p], p);
    }
  }
};

inline __device__ float inverse_root(float x) { return __frsqrt_rn(x); }
inline __device__ double inverse_root(double x) { return 1.0 / sqrt(x); }

/// Writes a row whose elements are held. The sum first gives a mean that may be off by its rounding; what the
/// distances from it add up to sets that right, so that large offsets lose nothing.
template <class Schedule, int W, class T, class Group>
__device__ void normalise_row(forward_work<T> const& work, Group& group, held_row<Schedule, W, T>& held,
                              index_t row, bool is_there) {
  int const lane = group.lane(), features = work.features;
  T sum[1] = {T(0)};
  held.each(lane, features, [&](int, elements<T, W>& e, int) {
#pragma unroll
    for (int k = 0; k < W; ++k) sum[0] += e.at[k];
  });
  group.sum(sum);
  T const center = sum[0] * work.reciprocal;
  T moments[2] = {T(0), T(0)};
  held.each(lane, features, [&](int, elements<T, W>& e, int) {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      e.at[k] -= center;
      moments[0] += e.at[k];
      moments[1] += e.at[k] * e.at[k];
    }
  });
  group.sum(moments);
  T const off = moments[0] * work.reciprocal, spread = moments[1] * work.reciprocal - off * off;
  T const variance = spread < T(0) ? T(0) : spread;  // rounding; NaN stays
  T const inverse = inverse_root(variance + work.eps);
  if (!is_there) return;
  if (lane == 0) {
    if (work.mean != nullptr) work.mean[row] = center + off;
    if (work.inverse != nullptr) work.inverse[row] = inverse;
  }
  held.each(lane, features, [&](int column, elements<T, W>& e, int) {
#pragma unroll
    for (int k = 0; k < W; ++k) e.at[k] = (e.at[k] - off) * inverse;
    if (work.weight != nullptr) {
      auto const by = backend::load<W>(work.weight + column);
#pragma unroll
      for (int k = 0; k < W; ++k) e.at[k] *= by.at[k];
    }
    if (work.bias != nullptr) {
      auto const to = backend::load<W>(work.bias + column);
#pragma unroll
      for (int k = 0; k < W; ++k) e.at[k] += to.at[k];
    }
    store<W>(work.y + row * features + column, e);
  });
}

/// Registers of a thread for the rows on their way.
template <class Schedule, class T>
constexpr int row_registers = Schedule::held * Schedule::at_once * static_cast<int>(sizeof(T) / 4);

/// As many blocks as come to `resident` threads a multiprocessor; half of them where elements go one by one,
/// since each then has an address of its own.
template <class Schedule, int W>
constexpr int blocks_of(int resident) {
  int const threads = W == 1 ? resident / 2 : resident;
  return threads > Schedule::threads ? threads / Schedule::threads : 1;
}

/// Blocks a multiprocessor that the way forward is laid out for: no register is spilled.
template <class Schedule, int W, class T>
constexpr int forward_blocks = [] {
  int const words = row_registers<Schedule, T>;
  if (words <= 16) return blocks_of<Schedule, 2>(1024);
  return blocks_of<Schedule, W>(sizeof(T) == 8 ? 512 : Schedule::groups > 1 ? 768 : 1024);
}();

template <class Schedule, int W, class T>
__global__ void __launch_bounds__(Schedule::threads, forward_blocks<Schedule, W, T>)
    forward_kernel(forward_work<T> work) {
  __shared__ typename Schedule::group::memory memory;
  typename Schedule::group group(memory);
  constexpr int at_once = Schedule::at_once, rows = Schedule::groups * at_once;
  for (index_t first = index_t{blockIdx.x} * rows; first < work.rows; first += index_t{gridDim.x} * rows) {
    index_t const mine = first + static_cast<int>(threadIdx.x) / Schedule::lanes;
    held_row<Schedule, W, T> held[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const row = mine + u * Schedule::groups;
      held[u].load(work.x + (row < work.rows ? row : 0) * work.features, group.lane(), work.features);
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const row = mine + u * Schedule::groups;
      normalise_row(work, group, held[u], row, row < work.rows);
    }
  }
}

/// Sums over the rows of a block, of each column that a thread holds: in registers, where several groups of a
/// block add up in the end, or in shared memory, where one group has the block's registers for its row.
template <class Schedule, int W, class T, bool InShared>
struct column_sums {
  held_row<Schedule, W, T> sums = {};
  __device__ column_sums(T*, int) {}
  __device__ void add(int p, int, elements<T, W> const& x) {
#pragma unroll
    for (int k = 0; k < W; ++k) sums.part[p].at[k] += x.at[k];
  }

  /// To `out` of `features` columns, in the order of the groups. `space`: one number for each held element.
  __device__ void write(T* out, T* space, int lane, int features) {
    T* const mine = space + static_cast<int>(threadIdx.x) / Schedule::lanes * Schedule::reach;
    __syncthreads();
    sums.each(lane, features, [&](int column, elements<T, W> const& x, int) {
#pragma unroll
      for (int k = 0; k < W; ++k) mine[column + k] = x.at[k];
    });
    __syncthreads();
    for (int c = static_cast<int>(threadIdx.x); c < features; c += Schedule::threads) {
      T total = 0;
#pragma unroll 4
      for (int g = 0; g < Schedule::groups; ++g) total += space[g * Schedule::reach + c];
      out[c] = total;
    }
  }
};
template <class Schedule, int W, class T>
struct column_sums<Schedule, W, T, true> {
  T* space;
  __device__ column_sums(T* from, int lane) : space(from) {
#pragma unroll
    for (int p = 0; p < Schedule::held / W; ++p) put(held_row<Schedule, W, T>::column(lane, p), {});
  }
  __device__ void put(int column, elements<T, W> const& x) {
    if constexpr (W == 4) {
      *reinterpret_cast<float4*>(space + column) = make_float4(x.at[0], x.at[1], x.at[2], x.at[3]);
    } else {
#pragma unroll
      for (int k = 0; k < W; ++k) space[column + k] = x.at[k];
    }
  }
  __device__ void add(int, int column, elements<T, W> const& x) {
    auto sum = load<W>(space + column);
#pragma unroll
    for (int k = 0; k < W; ++k) sum.at[k] += x.at[k];
    put(column, sum);
  }
  __device__ void write(T* out, T*, int lane, int features) {
#pragma unroll
    for (int p = 0; p < Schedule::held / W; ++p) {
      int const column = held_row<Schedule, W, T>::column(lane, p);
      if (column < features) store<W>(out + column, load<W>(space + column));
    }
  }
};

/// Bytes of dynamic shared memory of the way back.
template <class Schedule, class T>
constexpr std::size_t backward_bytes =
    sizeof(T) * static_cast<std::size_t>(Schedule::threads * Schedule::held) * (Schedule::groups > 1 ? 1 : 2);

/// Blocks a multiprocessor that the way back is laid out for: two rows on their way, and the columns' sums,
/// where several groups share a block, in registers.
template <class Schedule, int W, class T>
constexpr int backward_blocks = [] {
  int const words = row_registers<Schedule, T>;
  if (Schedule::groups > 1) return sizeof(T) == 8 ? 2 : words <= 8 ? (Schedule::held <= 4 ? 4 : 3) : 2;
  return blocks_of<Schedule, (words < 16 ? 2 : W)>(sizeof(T) == 8 ? 512 : 1024);
}();

/// A row of the way back. `held` and `up` are x and gy of the row; zeros where no row is.
template <class Schedule, int W, class T, class Group, class Sums>
__device__ void back_row(backward_work<T> const& work, Group& group, held_row<Schedule, W, T>& held,
                         held_row<Schedule, W, T>& up, Sums& weights, Sums& biases, index_t row,
                         bool is_there) {
  int const lane = group.lane(), features = work.features;
  T const center = work.mean[is_there ? row : 0], inverse = work.inverse[is_there ? row : 0];
  T sums[2] = {T(0), T(0)};
  held.each(lane, features, [&](int column, elements<T, W>& e, int p) {
    auto& g = up.part[p];
    elements<T, W> products;
#pragma unroll
    for (int k = 0; k < W; ++k) {
      e.at[k] = is_there ? (e.at[k] - center) * inverse : T(0);
      products.at[k] = g.at[k] * e.at[k];
    }
    if (work.weights != nullptr) {
      weights.add(p, column, products);
      biases.add(p, column, g);
    }
    elements<T, W> by;
    if (work.weight != nullptr) by = backend::load<W>(work.weight + column);
#pragma unroll
    for (int k = 0; k < W; ++k) {
      if (work.weight != nullptr) g.at[k] *= by.at[k];
      sums[0] += g.at[k];
      sums[1] += g.at[k] * e.at[k];
    }
  });
  if (work.gx == nullptr) return;
  group.sum(sums);
  if (!is_there) return;
  T const plain = sums[0] * work.reciprocal, with_x = sums[1] * work.reciprocal;
  held.each(lane, features, [&](int column, elements<T, W>& e, int p) {
#pragma unroll
    for (int k = 0; k < W; ++k) e.at[k] = inverse * (up.part[p].at[k] - plain - e.at[k] * with_x);
    store<W>(work.gx + row * features + column, e);
  });
}

template <class Schedule, int W, class T>
__global__ void __launch_bounds__(Schedule::threads, backward_blocks<Schedule, W, T>)
    backward_kernel(backward_work<T> work) {
  extern __shared__ double dynamic[];
  T* const space = reinterpret_cast<T*>(dynamic);
  __shared__ typename Schedule::group::memory memory;
  typename Schedule::group group(memory);
  constexpr bool in_shared = Schedule::groups == 1;
  int const lane = group.lane(), features = work.features;
  column_sums<Schedule, W, T, in_shared> weights(space, lane), biases(space + Schedule::reach, lane);
  constexpr int at_once = Schedule::at_once, rows = Schedule::groups * at_once;
  for (index_t first = index_t{blockIdx.x} * rows; first < work.rows; first += index_t{gridDim.x} * rows) {
    index_t const mine = first + static_cast<int>(threadIdx.x) / Schedule::lanes;
    held_row<Schedule, W, T> held[at_once], up[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const row = mine + u * Schedule::groups;
      int const there = row < work.rows ? features : 0;
      held[u].load(work.x + row * features, lane, there);
      up[u].load(work.gy + row * features, lane, there);
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      index_t const row = mine + u * Schedule::groups;
      back_row(work, group, held[u], up[u], weights, biases, row, row < work.rows);
    }
  }
  if (work.weights == nullptr) return;
  weights.write(work.weights + index_t{blockIdx.x} * features, space, lane, features);
  biases.write(work.biases + index_t{blockIdx.x} * features, space, lane, features);
}

}  // namespace wellformed::backend::layer_norm
