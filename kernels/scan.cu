// SPDX-License-Identifier: Apache-2.0
// Norm and finiteness of a flat gradient on a GPU, in one pass and one launch. Squares that leave the range
// of double are summed apart, scaled.
#include <wellformed/backend/scan.hpp>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/math.hpp>

#include "block_reduce.cuh"
#include "elements.cuh"
#include "launch.cuh"

namespace wellformed::backend {

namespace {

constexpr int threads = 256;
constexpr index_t most_parts = 1024;  // not the device's number of blocks: the same bits on every device
constexpr double up = 0x1p540, down = 0x1p-540;

/// Sums of squares: of numbers whose square is in range, and of greater and smaller ones, scaled.
struct scan_part {
  double middle = 0, great = 0, small = 0;
  index_t first_bad = INT64_MAX;

  __device__ void add(float g) { middle += static_cast<double>(g) * static_cast<double>(g); }
  __device__ void add(double g) {
    double const size = math::abs(g);
    double const by = size > 0x1p500 ? down : size < 0x1p-500 ? up : 1.0;
    double const scaled = g * by, square = scaled * scaled;
    if (by == 1.0) middle += square;
    if (by == down) great += square;
    if (by == up) small += square;
  }
  __device__ void note_bad(index_t at) { first_bad = at < first_bad ? at : first_bad; }
  __device__ double norm() const {
    if (great > 0) return math::sqrt(great + middle * down * down) * up;
    if (middle > 0) return math::sqrt(middle + small * down * down);
    return math::sqrt(small) * down;
  }
};

__device__ scan_part over_block(scan_part part, double* space) {
  part.middle = block_sum<threads>(part.middle, space);
  part.great = block_sum<threads>(part.great, space);
  part.small = block_sum<threads>(part.small, space);
  __shared__ long long first;
  if (threadIdx.x == 0) first = INT64_MAX;
  __syncthreads();
  if (part.first_bad != INT64_MAX) atomicMin(&first, static_cast<long long>(part.first_bad));
  __syncthreads();
  part.first_bad = first;
  return part;
}

/// What the step divides, and where the result goes.
template <class T>
struct scan_work {
  T const* gradient;
  index_t count;
  double divisor;
  gradient_scan* out;
  scan_part* parts;

  __device__ T mean(T g) const { return static_cast<T>(static_cast<double>(g) / divisor); }
  /// Only a divisor below 1 can drive a finite number out of the range.
  __device__ bool is_bad(T g) const { return !is_finite(g) || (divisor < 1 && !is_finite(mean(g))); }

  template <int W>
  __device__ void take(scan_part& part, index_t i, elements<T, W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      if (is_bad(held.at[k])) part.note_bad(i + k);
      part.add(held.at[k]);
    }
  }
  __device__ void write(scan_part const& all) const {
    if (all.first_bad == INT64_MAX) {
      *out = {all.norm() / divisor, -1, 0};
    } else {
      *out = {0, all.first_bad, static_cast<double>(mean(gradient[all.first_bad]))};
    }
  }
};

__device__ unsigned arrived;

template <int Width, class T>
__global__ void __launch_bounds__(threads) scan_kernel(scan_work<T> work) {
  __shared__ double space[threads / 32];
  constexpr int at_once = 4;
  index_t const groups = work.count / Width, stride = index_t{gridDim.x} * threads;
  scan_part part;
  index_t g = index_t{blockIdx.x} * threads + threadIdx.x;
#pragma unroll 1
  for (; g + (at_once - 1) * stride < groups; g += at_once * stride) {
    elements<T, Width> held[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) held[u] = load<Width>(work.gradient + (g + u * stride) * Width);
#pragma unroll
    for (int u = 0; u < at_once; ++u) work.take(part, (g + u * stride) * Width, held[u]);
  }
#pragma unroll 1
  for (; g < groups; g += stride) work.take(part, g * Width, load<Width>(work.gradient + g * Width));
  index_t const rest = groups * Width + threadIdx.x;
  if (Width > 1 && blockIdx.x == 0 && rest < work.count) work.take(part, rest, load<1>(work.gradient + rest));

  part = over_block(part, space);
  if (gridDim.x > 1) {
    if (threadIdx.x == 0) work.parts[blockIdx.x] = part;
    if (!is_last_block(&arrived, gridDim.x)) return;
    part = {};
    for (unsigned b = threadIdx.x; b < gridDim.x; b += threads) {
      auto const* const from = work.parts + b;
      part.middle += __ldcg(&from->middle);
      part.great += __ldcg(&from->great);
      part.small += __ldcg(&from->small);
      part.note_bad(__ldcg(&from->first_bad));
    }
    part = over_block(part, space);
  }
  if (threadIdx.x == 0) work.write(part);
}

}  // namespace

template <class T>
void scan_gradient(cuda where, T const* gradient, index_t count, double divisor, gradient_scan* out) {
  auto& on = context_of(where);
  bool const wide = are_aligned(gradient);
  index_t const a_block = index_t{threads} * (wide ? full_width<T> : 1) * 4;
  auto const wanted = blocks_for(count, a_block, most_parts);
  unsigned const blocks = wanted > 0 ? wanted : 1;  // of nothing, too, there is a result
  slab const parts = blocks > 1 ? slab(blocks * sizeof(scan_part), where.memory()) : slab();
  scan_work<T> const work{gradient, count, divisor, out, static_cast<scan_part*>(parts.data())};
  launch(on, "scan_gradient", wide ? scan_kernel<full_width<T>, T> : scan_kernel<1, T>, blocks, threads, 0,
         work);
}

template void scan_gradient(cuda, float const*, index_t, double, gradient_scan*);
template void scan_gradient(cuda, double const*, index_t, double, gradient_scan*);

}  // namespace wellformed::backend
