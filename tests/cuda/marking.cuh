// SPDX-License-Identifier: Apache-2.0
// A kernel that notes offences, for the tests of the error record: y = 2 x, and a negative x offends.
#pragma once

#include <string>

#include <wellformed/core/error.hpp>

#include "launch.cuh"

namespace marking {

using wellformed::index_t;
using wellformed::backend::error_record;
using wellformed::backend::kernel_name;

inline constexpr unsigned threads = 64;
inline constexpr index_t limit = 10;

__global__ void twice(float* y, float const* x, index_t count, kernel_name name, error_record* word) {
  auto const at = index_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= count) return;
  bool const bad = x[at] < 0;
  if (bad) wellformed::backend::report(word, 820, name, at, static_cast<index_t>(x[at]), limit);
  y[at] = bad ? 0 : 2 * x[at];
}

inline void launch(float* y, float const* x, index_t count, kernel_name name = kernel_name::cross_entropy) {
  auto& on = wellformed::backend::context_of(wellformed::cuda{});
  wellformed::backend::launch(on, "twice", twice, wellformed::backend::blocks_for(count, threads), threads, 0,
                              y, x, count, name, on.word());
}

/// What a call throws, or nothing.
template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wellformed::error const& found) {
    return found.what();
  }
  return "no error";
}

inline std::string text_on_host(char const* name, index_t row, index_t value) {
  return text_of_error([&] { wellformed::raise_offence({820, name, row, value, limit}); });
}
inline std::string text_on_device() {
  return text_of_error([] { wellformed::synchronise(wellformed::cuda{}); });
}

}  // namespace marking
