// SPDX-License-Identifier: Apache-2.0
// The sum of a loss over all rows: in double, thread, warp, block and grid each in a fixed order. The block
// that finishes last adds up the blocks, so that no second launch is needed.
#pragma once

#include <wellformed/backend/cross_entropy.hpp>

#include "context.cuh"

namespace wellformed::backend {

/// What the rows of a thread, and later of a block, add up to.
struct loss_part {
  double total = 0;
  double weight = 0;
  index_t rows = 0;
  index_t bad_row = INT64_MAX;  ///< the lowest row whose label is no class

  WF_HD void add(double row_loss, double row_weight) {
    total += row_loss;
    weight += row_weight;
    ++rows;
  }
  WF_HD void note_bad(index_t row) { bad_row = row < bad_row ? row : bad_row; }
  WF_HD void join(loss_part const& other) {
    total += other.total;
    weight += other.weight;
    rows += other.rows;
    note_bad(other.bad_row);
  }
};

/// Class ids of any index type, one a row.
struct label_column {
  void const* at = nullptr;
  int bytes = 0;

  label_column() = default;
  template <class Label>
  explicit label_column(Label const* labels) : at(labels), bytes(sizeof(Label)) {}

  WF_HD index_t operator[](index_t row) const {
    if (bytes == 1) return static_cast<std::uint8_t const*>(at)[row];
    if (bytes == 4) return static_cast<std::int32_t const*>(at)[row];
    return static_cast<std::int64_t const*>(at)[row];
  }
};

/// Where a sum goes.
struct loss_result {
  loss_sum* sum = nullptr;
  loss_part* parts = nullptr;  ///< room for one a block
  error_record* word = nullptr;
  kernel_name kernel = kernel_name::none;
  index_t classes = 0;

  /// Memory for the parts of a launch.
  slab room(context& on, unsigned blocks) {
    if (blocks <= 1) return {};
    slab memory(blocks * sizeof(loss_part), &on.memory());
    parts = static_cast<loss_part*>(memory.data());
    return memory;
  }
};

#ifdef __CUDACC__

namespace loss_total {

/// Blocks of the launch under way that have finished; the last one leaves 0. Kernels of a device run one
/// behind the other in its one stream.
static __device__ unsigned finished;

inline __device__ loss_part from_lane(loss_part const& part, int far) {
  return {__shfl_down_sync(~0u, part.total, far), __shfl_down_sync(~0u, part.weight, far),
          __shfl_down_sync(~0u, part.rows, far), __shfl_down_sync(~0u, part.bad_row, far)};
}

/// The sum over a block, in thread 0.
template <int Threads>
__device__ loss_part over_block(loss_part part) {
  __shared__ loss_part warps[Threads / 32];
#pragma unroll
  for (int far = 16; far > 0; far /= 2) part.join(from_lane(part, far));
  __syncthreads();
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = part;
  __syncthreads();
  if (threadIdx.x == 0) {
#pragma unroll 1  // unrolled, it would take more registers than the rows
    for (int i = 1; i < Threads / 32; ++i) part.join(warps[i]);
  }
  return part;
}

inline __device__ void write(loss_part const& part, label_column labels, loss_result const& to) {
  loss_sum sum{part.total, part.weight, part.rows, -1, 0};
  if (part.bad_row != INT64_MAX) {
    sum.bad_row = part.bad_row;
    sum.bad_value = labels[part.bad_row];
    report(to.word, 820, to.kernel, sum.bad_row, sum.bad_value, to.classes);
  }
  *to.sum = sum;
}

inline __device__ loss_part read(loss_part const* from) {
  return {__ldcg(&from->total), __ldcg(&from->weight), __ldcg(&from->rows), __ldcg(&from->bad_row)};
}

}  // namespace loss_total

/// At the end of a kernel, by all threads of all blocks.
template <int Threads>
__device__ void finish_loss(loss_part const& mine, label_column labels, loss_result const& to) {
  __shared__ bool is_last;
  loss_part part = loss_total::over_block<Threads>(mine);
  if (gridDim.x > 1) {
    if (threadIdx.x == 0) {
      to.parts[blockIdx.x] = part;
      __threadfence();
      is_last = atomicInc(&loss_total::finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    part = {};
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < gridDim.x; i += Threads) part.join(loss_total::read(to.parts + i));
    part = loss_total::over_block<Threads>(part);
  }
  if (threadIdx.x == 0) loss_total::write(part, labels, to);
}

#endif

}  // namespace wellformed::backend
