// SPDX-License-Identifier: Apache-2.0
// Dropout on a GPU: a thread takes the four elements of one call of Philox, so the numbers are the CPU's.
#include <wellformed/backend/dropout.hpp>

#include <wellformed/core/philox.hpp>

#include "flat_pass.cuh"

namespace wellformed::backend {

namespace {

/// keep(i) is uniform(i) >= p, which is: the upper 24 bits of the word are not below `least`.
template <class T>
struct dropout_pass {
  T* y;
  T const* x;
  T scale;
  std::uint32_t least;
  philox_stream numbers;
  std::uint64_t const* first_draw;

  __device__ bool begin() {
    if (first_draw != nullptr) numbers.stream += *first_draw;
    return true;
  }
  template <int W>
  __device__ auto load(index_t i) const {
    return backend::load<W>(x + i);
  }
  template <int W>
  __device__ void finish(index_t i, elements<T, W> held) const {
    static_assert(W == 4 || W == 1);
    auto const words = numbers.block(static_cast<std::uint64_t>(i) / 4);
#pragma unroll
    for (int k = 0; k < W; ++k) {
      auto const word = W == 4 ? words.word[k] : numbers.word(static_cast<std::uint64_t>(i));
      held.at[k] = word >> 8 >= least ? held.at[k] * scale : T(0);
    }
    store<W>(y + i, held);
  }
};

/// The least of 24 bits whose fraction of 2^24 is not below p; 2^24 for p above all of them.
std::uint32_t least_kept(double p) {
  double const units = p * 16777216.0;  // exact
  if (!(units > 0)) return 0;
  if (units >= 16777216.0) return 16777216u;
  auto const whole = static_cast<std::uint32_t>(units);
  return whole + (static_cast<double>(whole) < units ? 1u : 0u);
}

}  // namespace

template <class T>
void dropout(cuda where, T* y, T const* x, double p, std::uint64_t seed, std::uint64_t const* first_draw,
             std::uint64_t draw, index_t count) {
  auto const scale = static_cast<T>(p < 1.0 ? 1.0 / (1.0 - p) : 0.0);
  dropout_pass<T> const pass{y, x, scale, least_kept(p), {seed, draw}, first_draw};
  flat_pass::run<4, 2>("dropout", where, pass, are_aligned(x, y), count);
}

template <class T>
void dropout(cuda where, T* y, T const* x, double p, std::uint64_t seed, std::uint64_t draw, index_t count) {
  dropout(where, y, x, p, seed, nullptr, draw, count);
}

#define WF_FOR(T)                                                                                       \
  template void dropout(cuda, T*, T const*, double, std::uint64_t, std::uint64_t, index_t);             \
  template void dropout(cuda, T*, T const*, double, std::uint64_t, std::uint64_t const*, std::uint64_t, \
                        index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
