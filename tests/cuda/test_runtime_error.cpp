// SPDX-License-Identifier: Apache-2.0
// run: once
// What is missing is said in plain words with what to do; every error can be caught, and the host goes on.
#include <doctest/doctest.h>

#include <string>

#include <wellformed/types/cuda_device.hpp>

#include "runtime_error.cuh"

namespace wf = wellformed;
namespace backend = wellformed::backend;

namespace {

template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wf::error const& found) {
    return found.what();
  }
  return "no error";
}

bool begins(std::string const& text, char const* words) { return text.rfind(words, 0) == 0; }

}  // namespace

TEST_CASE("no driver, no GPU, an old driver, an old GPU") {
  CHECK(begins(text_of_error([] { backend::raise_no_device(cudaErrorInsufficientDriver, 0, 13000); }),
               "[WF651] no NVIDIA driver was found; compute on host{}"));
  CHECK(begins(text_of_error([] { backend::raise_no_device(cudaErrorNoDevice, 13000, 13000); }),
               "[WF651] no GPU is visible to this process; compute on host{}"));
  CHECK(
      begins(text_of_error([] { backend::raise_no_device(cudaErrorInsufficientDriver, 12040, 13020); }),
             "[WF652] the NVIDIA driver is too old: it serves CUDA 12.4, this program needs 13.2; install"));
  CHECK(begins(text_of_error([] { backend::raise_no_device(cudaErrorSystemDriverMismatch, 13000, 13000); }),
               "[WF651] no GPU can be used: "));
  CHECK(begins(text_of_error([] { backend::raise_no_code(1, 61); }),
               "[WF652] GPU 1 has compute capability 6.1, for which this program holds no code; build"));
}

TEST_CASE("errors of the runtime") {
  CHECK(text_of_error([] { backend::check(cudaSuccess, "work"); }) == "no error");
  CHECK(begins(text_of_error([] { backend::check(cudaErrorMemoryAllocation, "work"); }), "[WF650] work: "));
  auto const text = text_of_error([] { backend::check(cudaErrorIllegalAddress, "softmax"); });
  CHECK(begins(text, "[WF654] softmax: "));
  CHECK(text.find("cudaErrorIllegalAddress") != std::string::npos);
}

TEST_CASE("a GPU that is not there") {
  int const count = wf::cuda_device_count();
  REQUIRE(count > 0);
  for (int const ordinal : {count, -1, 1'000'000}) {
    auto const text = text_of_error([&] { wf::cuda{ordinal}.memory(); });
    CHECK(begins(text, "[WF653] there is no GPU "));
    CHECK(text.find("this process sees " + std::to_string(count)) != std::string::npos);
  }
  CHECK(wf::cuda{}.memory() != nullptr);
}

// Run by a test of its own, without a GPU in sight.
TEST_CASE("without a GPU" * doctest::skip()) {
  CHECK(wf::cuda_device_count() == 0);
  for (int turn = 0; turn < 3; ++turn) {
    CHECK(begins(text_of_error([] { wf::cuda{}.memory(); }), "[WF651] no "));
    CHECK(begins(text_of_error([] { wf::synchronise(wf::cuda{}); }), "[WF651] no "));
    CHECK(begins(text_of_error([] { wf::device_pool(wf::cuda{}); }), "[WF651] no "));
  }
  wf::slab const host_memory(100);
  CHECK(host_memory.data() != nullptr);
}
