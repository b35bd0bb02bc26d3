// SPDX-License-Identifier: Apache-2.0
// The memory of a GPU: reuse, figures, errors, and copies of any size in both directions.
#include <doctest/doctest.h>

#include <string>

#include <wellformed/core/error.hpp>

#include "launch.cuh"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;

namespace {

wf::cuda const gpu{};

bool reuse_is_off() {
  char const* const value = std::getenv("WELLFORMED_DEVICE_POOL");
  return value != nullptr && std::string(value) == "off";
}

std::vector<int> some_numbers(std::size_t count) {
  std::vector<int> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i * 2654435761u);
  return values;
}

__global__ void fill_shared(int* out, int count) {
  extern __shared__ int room[];
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
    room[count - 1 - i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *out = room[0];
}

}  // namespace

TEST_CASE("a loop asks the driver for memory in its first step only") {
  if (reuse_is_off()) return;
  wf::release_device_pool(gpu);
  auto const step = [] {
    wf::slab const a(100, gpu.memory()), b(5'000'000, gpu.memory());
    wf::slab const c(700'000, gpu.memory());
  };
  step();
  auto const first = wf::device_pool(gpu);
  for (int i = 0; i < 100; ++i) step();
  auto const last = wf::device_pool(gpu);
  CHECK(last.system_allocations == first.system_allocations);
  CHECK(last.live == first.live);
  CHECK(last.kept == first.kept);
  CHECK(last.peak >= 5'700'100);
  CHECK(last.peak < 5'700'100 + 5'700'100 / 4);
}

TEST_CASE("blocks are the GPU's, aligned for every kernel, and counted") {
  auto const before = wf::device_pool(gpu).live;
  {
    wf::slab const a(1, gpu.memory()), b(1025, gpu.memory());
    CHECK(a.memory() == gpu.memory());
    CHECK(a.memory()->ordinal == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 256 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(b.data()) % 256 == 0);
    CHECK(wf::device_pool(gpu).live >= before + 1026);
    wf::slab const shared = a;
    CHECK_FALSE(a.unique());
  }
  CHECK(wf::device_pool(gpu).live == before);
  wf::release_device_pool(gpu);
  CHECK(wf::device_pool(gpu).kept == 0);
  wf::slab const nothing(0, gpu.memory());
  CHECK(wf::device_pool(gpu).live == before);
}

TEST_CASE("want of memory is an error with figures, and the pool stays usable") {
  auto const before = wf::device_pool(gpu).live;
  for (std::size_t const bytes : {std::size_t{1} << 46, std::size_t{1} << 60}) {
    std::string text;
    try {
      wf::slab const huge(bytes, gpu.memory());
    } catch (wf::error const& found) {
      CHECK(found.code() == 650);
      text = found.what();
    }
    CHECK(text.find("[WF650] out of memory on GPU 0: asked for " + std::to_string(bytes) + " bytes with ") ==
          0);
    CHECK(text.find(" in use (peak ") != std::string::npos);
  }
  CHECK(wf::device_pool(gpu).live == before);
  CHECK(device_vector<int>(some_numbers(7)).on_host() == some_numbers(7));
}

TEST_CASE("copies in and out, below and above the pinned buffers") {
  for (std::size_t const count : {0ul, 1ul, 31ul, 1024ul, 1025ul, 262'144ul, 1'500'007ul}) {
    auto values = some_numbers(count);
    device_vector<int> there(count);
    wf::backend::copy_in(gpu, there.data(), values.data(), count * sizeof(int));
    for (auto& v : values) v = -1;  // must not matter any more
    CHECK(there.on_host() == some_numbers(count));
  }
}

TEST_CASE("a copy in from pinned memory may be overwritten as well") {
  int* pinned = nullptr;
  wf::backend::check(cudaMallocHost(&pinned, 3 * sizeof(int)), "a test");
  pinned[0] = 1, pinned[1] = 2, pinned[2] = 3;
  device_vector<int> there(3);
  wf::backend::copy_in(gpu, there.data(), pinned, 3 * sizeof(int));
  pinned[0] = pinned[1] = pinned[2] = 0;
  CHECK(there.on_host() == std::vector<int>{1, 2, 3});
  cudaFreeHost(pinned);
}

TEST_CASE("views that begin between two alignments") {
  for (std::size_t const shift : {1, 2, 3}) {
    device_vector<int> const there(some_numbers(33), shift);
    CHECK(reinterpret_cast<std::uintptr_t>(there.data()) % 16 == shift * 4);
    CHECK_FALSE(wf::backend::are_aligned(there.data()));
    CHECK(there.on_host() == some_numbers(33));
  }
  device_vector<bool> const flags(host_vector<bool>{1, 0, 1});
  CHECK(flags.on_host() == host_vector<bool>{1, 0, 1});
}

TEST_CASE("a block may have more shared memory than the 48 KB that need no question") {
  auto& on = wf::backend::context_of(gpu);
  std::size_t const bytes = on.shared_bytes();
  CHECK(bytes >= 48 * 1024);
  device_value<int> out;
  wf::backend::launch(on, "fill_shared", fill_shared, 1, 128, bytes, out.data(),
                      static_cast<int>(bytes / sizeof(int)));
  CHECK(out.on_host() == static_cast<int>(bytes / sizeof(int)) - 1);
}

TEST_CASE("shapes of launches") {
  using wf::backend::blocks_for;
  CHECK(blocks_for(0, 256) == 0);
  CHECK(blocks_for(1, 256) == 1);
  CHECK(blocks_for(256, 256) == 1);
  CHECK(blocks_for(257, 256) == 2);
  CHECK(blocks_for(index_t{1} << 40, 1) == 2147483647u);
  CHECK(blocks_for(INT64_MAX, 1024) == 2147483647u);
  int width = 0;
  wf::backend::with_index((index_t{1} << 31), [&](auto zero) { width = static_cast<int>(sizeof zero); });
  CHECK(width == 8);
  wf::backend::with_index(1'000'000, [&](auto zero) { width = static_cast<int>(sizeof zero); });
  CHECK(width == 4);
}
