// SPDX-License-Identifier: Apache-2.0
// The context of a GPU: an offence is an error with the CPU's text and nothing else; the synchronous mode;
// threads.
#include <doctest/doctest.h>

#include <thread>

#include "marking.cuh"
#include "on_device.hpp"

namespace wf = wellformed;
using marking::kernel_name;
using marking::text_on_device;
using marking::text_on_host;
using wf::index_t;

namespace {

using numbers = std::vector<float>;

struct synchronous_mode {
  synchronous_mode() { wf::synchronous_launches(true); }
  ~synchronous_mode() { wf::synchronous_launches(false); }
};

}  // namespace

TEST_CASE("an offence is an error with the CPU's text, a thousand times, and the GPU lives on") {
  device_vector<float> const good(numbers{1, 2, 3, 4, 5}), bad(numbers{1, 2, -3, 4, -5});
  device_vector<float> y(5);
  auto const expected = text_on_host("cross_entropy", 2, -3);
  CHECK(expected.find("[WF820] cross_entropy: label -3 at row 2 is outside of [0, 10)") == 0);
  for (int turn = 0; turn < 1000; ++turn) {
    marking::launch(y.data(), bad.data(), 5);
    REQUIRE(text_on_device() == expected);
    marking::launch(y.data(), good.data(), 5);
    REQUIRE(y.on_host() == numbers{2, 4, 6, 8, 10});
  }
}

TEST_CASE("a bad row is fed on with a harmless value, and the others are right") {
  device_vector<float> const x(numbers{1, -2, 3});
  device_vector<float> y(3);
  marking::launch(y.data(), x.data(), 3);
  CHECK(text_on_device() == text_on_host("cross_entropy", 1, -2));
  CHECK(y.on_host() == numbers{2, 0, 6});
}

TEST_CASE("of many offences the lowest row is reported, whatever the order of threads") {
  for (index_t const count : {2, 33, 1000, 5000}) {
    for (index_t const first : {index_t{0}, count / 3, count - 1}) {
      numbers values(static_cast<std::size_t>(count), 1);
      for (index_t i = first; i < count; ++i)
        values[static_cast<std::size_t>(i)] = static_cast<float>(-1 - i);
      device_vector<float> const x(values);
      device_vector<float> y(values.size());
      marking::launch(y.data(), x.data(), count);
      CHECK(text_on_device() == text_on_host("cross_entropy", first, -1 - first));
    }
  }
}

TEST_CASE("of several kernels the first is reported") {
  device_vector<float> const late(numbers{1, 1, 1, -7}), early(numbers{-8, 1, 1, 1});
  device_vector<float> y(4);
  marking::launch(y.data(), late.data(), 4, kernel_name::nll_loss);
  marking::launch(y.data(), early.data(), 4, kernel_name::gather);
  CHECK(text_on_device() == text_on_host("nll_loss", 3, -7));
  CHECK(text_on_device() == "no error");
}

TEST_CASE("reading from the GPU reports as well, and what was read stays as it was") {
  device_vector<float> const x(numbers{-1});
  device_vector<float> y(1);
  marking::launch(y.data(), x.data(), 1);
  float mine = 42;
  CHECK_THROWS_AS(wf::backend::copy_out(wf::cuda{}, &mine, y.data(), sizeof mine), wf::error);
  CHECK(mine == 42);
  CHECK(y.on_host() == numbers{0});
}

TEST_CASE("in the synchronous mode the launch itself throws") {
  device_vector<float> const x(numbers{1, -4});
  device_vector<float> y(2);
  synchronous_mode const mode;
  CHECK(wf::synchronous_launches());
  auto const at_the_call = marking::text_of_error([&] { marking::launch(y.data(), x.data(), 2); });
  CHECK(at_the_call == text_on_host("cross_entropy", 1, -4));
  CHECK(text_on_device() == "no error");
}

TEST_CASE("every name of a kernel has its text") {
  for (int i = 0; i < static_cast<int>(kernel_name::count); ++i) {
    CHECK(std::string(wf::backend::text_of(static_cast<kernel_name>(i))) != "an unknown kernel");
  }
  CHECK(std::string(wf::backend::text_of(kernel_name::count)) == "an unknown kernel");
  CHECK(std::string(wf::backend::text_of(kernel_name::gather)) == "gather");
  CHECK(std::string(wf::backend::text_of(kernel_name::check_finite)) == "check_finite");
}

TEST_CASE("several threads share a context, and each offence reaches one of them") {
  constexpr int workers = 4, turns = 50;
  std::atomic<int> errors{0}, wrong{0};
  std::vector<std::thread> all;
  for (int w = 0; w < workers; ++w) {
    all.emplace_back([&, w] {
      device_vector<float> const good(numbers{1, 2, 3});
      device_vector<float> y(3);
      for (int turn = 0; turn < turns; ++turn) {
        try {
          marking::launch(y.data(), good.data(), 3);
          if (y.on_host() != numbers{2, 4, 6}) ++wrong;
          if (w == 0) {
            device_vector<float> const bad(numbers{1, 2, -3});
            marking::launch(y.data(), bad.data(), 3);
          }
        } catch (wf::error const&) {
          ++errors;
        }
      }
    });
  }
  for (auto& each : all) each.join();
  if (text_on_device() != "no error") ++errors;
  CHECK(wrong == 0);
  CHECK(errors > 0);
  CHECK(errors <= turns);
}
