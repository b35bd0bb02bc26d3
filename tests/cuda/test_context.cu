// SPDX-License-Identifier: Apache-2.0
// The context of a GPU: an offence is an error with the CPU's text and nothing else; memory is reused.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include <wellformed/core/offence.hpp>

#include "launch.cuh"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;

namespace {

/// y = 2 x; a row with a negative x is an offence.
__global__ void twice(float* y, float const* x, index_t count, wf::backend::error_record* word) {
  auto const at = index_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= count) return;
  if (x[at] < 0) {
    wf::backend::report(word, 820, wf::backend::kernel_name::cross_entropy, at, static_cast<index_t>(x[at]), 10);
  }
  y[at] = 2 * x[at];
}

void launch_twice(float* y, float const* x, index_t count) {
  auto& on = wf::backend::context_of(wf::cuda{});
  wf::backend::launch(on, "twice", twice, wf::backend::blocks_for(count, 64), 64, 0, y, x, count, on.word());
}

template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wf::error const& found) {
    return found.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("an offence is reported once, with the CPU's text, and the GPU lives on") {
  device_vector<float> good({1, 2, 3, 4, 5}), bad({1, 2, -3, 4, -5}), y(5);
  auto const expected = text_of_error([] { wf::raise_offence({820, "cross_entropy", 2, -3, 10}); });
  CHECK(expected.find("[WF820] cross_entropy: label -3 at row 2 is outside of [0, 10)") == 0);
  for (int turn = 0; turn < 1000; ++turn) {
    launch_twice(y.data(), bad.data(), 5);
    REQUIRE(text_of_error([] { wf::synchronise(wf::cuda{}); }) == expected);
    launch_twice(y.data(), good.data(), 5);
    REQUIRE(y.on_host() == std::vector<float>{2, 4, 6, 8, 10});
  }
}
