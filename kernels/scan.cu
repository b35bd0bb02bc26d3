// SPDX-License-Identifier: Apache-2.0
// Norm and finiteness of a flat gradient on a GPU, in one pass and one launch. Squares that leave the range
// of double are summed apart, scaled.
#include <wellformed/backend/scan.hpp>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/math.hpp>

#include "flat_sum.cuh"

namespace wellformed::backend {

namespace {

using flat_sum::threads;
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
  double const* divisor_at;  // null: the host knows it
  double divisor;
  gradient_scan* out;
  scan_part* parts;

  __device__ T mean(T g) const { return static_cast<T>(static_cast<double>(g) / divisor); }
  __device__ void write(scan_part const& all) const {
    if (all.first_bad == INT64_MAX) {
      *out = {all.norm() / divisor, -1, 0};
    } else {
      *out = {0, all.first_bad, static_cast<double>(mean(gradient[all.first_bad]))};
    }
  }
};

template <class T>
struct scan_of_thread {
  scan_work<T> const& work;
  scan_part part;

  template <int W>
  __device__ auto load(index_t i) const {
    return backend::load<W>(work.gradient + i);
  }
  /// Only a divisor below 1 can drive a finite number out of the range.
  __device__ bool is_bad(T g) const {
    return !is_finite(g) || (work.divisor < 1 && !is_finite(work.mean(g)));
  }
  template <int W>
  __device__ void add(index_t i, elements<T, W> const& held) {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      if (is_bad(held.at[k])) part.note_bad(i + k);
      part.add(held.at[k]);
    }
  }
};

__device__ unsigned arrived;

template <int Width, class T>
__global__ void __launch_bounds__(threads, flat_sum::per_multiprocessor)
    scan_kernel(scan_work<T> work, index_t count) {
  __shared__ double space[threads / 32];
  if (work.divisor_at != nullptr) work.divisor = *work.divisor_at;
  scan_of_thread<T> mine{work, {}};
  flat_sum::visit<Width, 4>(mine, count);
  auto part = over_block(mine.part, space);
  if (gridDim.x > 1) {
    if (threadIdx.x == 0) work.parts[blockIdx.x] = part;
    if (!is_last_block(&arrived, gridDim.x)) return;
    part = {};
#pragma unroll 1
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

template <class T>
void scan(cuda where, scan_work<T> work, index_t count) {
  auto& on = context_of(where);
  bool const wide = are_aligned(work.gradient);
  auto const blocks = flat_sum::blocks(on, count, wide ? 4 * full_width<T> : 4);
  slab const parts = flat_sum::room<scan_part>(on, blocks);
  work.parts = static_cast<scan_part*>(parts.data());
  auto* const kernel = wide ? scan_kernel<full_width<T>, T> : scan_kernel<1, T>;
  launch(on, "scan_gradient", kernel, blocks, threads, 0, work, count);
}

}  // namespace

template <class T>
void scan_gradient(cuda where, T const* gradient, index_t count, double divisor, gradient_scan* out) {
  scan(where, scan_work<T>{gradient, nullptr, divisor, out, nullptr}, count);
}

template <class T>
void scan_gradient(cuda where, T const* gradient, index_t count, double const* divisor, gradient_scan* out) {
  scan(where, scan_work<T>{gradient, divisor, 1, out, nullptr}, count);
}

template void scan_gradient(cuda, float const*, index_t, double, gradient_scan*);
template void scan_gradient(cuda, double const*, index_t, double, gradient_scan*);
template void scan_gradient(cuda, float const*, index_t, double const*, gradient_scan*);
template void scan_gradient(cuda, double const*, index_t, double const*, gradient_scan*);

}  // namespace wellformed::backend
