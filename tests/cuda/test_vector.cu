// SPDX-License-Identifier: Apache-2.0
// Passes over flat buffers: the GPU's bits are the CPU's.
#include <wellformed/backend/vector.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;
namespace backend = wf::backend;

namespace {

/// Runs a function of a device and buffers on both, and compares what the buffers hold then.
template <class T, class Run>
void check_both(std::vector<std::vector<T>> buffers, std::size_t shift, Run run, bool exact = true) {
  std::vector<device_vector<T>> on_device;
  std::vector<T*> here, there;
  for (auto& values : buffers) on_device.emplace_back(values, shift);
  for (auto& values : buffers) here.push_back(values.data());
  for (auto& values : on_device) there.push_back(values.data());
  run(wf::host{}, here);
  run(wf::cuda{}, there);
  for (std::size_t n = 0; n < buffers.size(); ++n) {
    if (exact)
      check_same(on_device[n].on_host(), buffers[n]);
    else
      check_close(on_device[n].on_host(), buffers[n]);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("fill, scale, divide and add are those of the CPU", T, float, double) {
  for (auto const size : odd_sizes) {
    for (std::size_t const shift : {0, 1}) {
      CAPTURE(size);
      CAPTURE(shift);
      auto const n = static_cast<index_t>(size);
      auto const a = random_values<T>(size, 1), b = random_values<T>(size, 2);
      check_both<T>({a}, shift, [&](auto where, auto& x) { backend::fill(where, x[0], T(0.7), n); });
      check_both<T>({a}, shift, [&](auto where, auto& x) { backend::scale(where, x[0], T(0.7), n); });
      check_both<T>({a}, shift, [&](auto where, auto& x) { backend::divide(where, x[0], T(0.7), n); });
      check_both<T>({a, b}, shift, [&](auto where, auto& x) { backend::add(where, x[0], x[1], n); });
    }
  }
}

TEST_CASE_TEMPLATE("pending statistics are composed as on the CPU", T, float, double) {
  for (auto const size : odd_sizes) {
    auto const n = static_cast<index_t>(size);
    auto const a = random_values<T>(size, 1), b = random_values<T>(size, 2), c = random_values<T>(size, 3),
               d = random_values<T>(size, 4);
    for (std::size_t const shift : {0, 1}) {
      check_both<T>({a, b, c, d}, shift, [&](auto where, auto& x) {
        backend::compose_statistics(where, x[0], x[1], x[2], x[3], n);
      });
      check_both<T>({a, b, c}, shift,
                    [&](auto where, auto& x) { backend::blend_statistics(where, x[0], x[1], x[2], 0.1, n); });
    }
  }
}

TEST_CASE_TEMPLATE("rows are added to and added up", T, float, double) {
  std::pair<index_t, index_t> const shapes[] = {{0, 5},     {5, 0},    {1, 1},     {1, 1025},
                                                {33, 31},   {64, 128}, {7, 33},    {257, 4},
                                                {1031, 10}, {3001, 3}, {16387, 36}};
  for (auto const& [rows, width] : shapes) {
    CAPTURE(rows);
    CAPTURE(width);
    auto const count = static_cast<std::size_t>(rows * width), wide = static_cast<std::size_t>(width);
    for (std::size_t const shift : {0, 1}) {
      auto const add = [&](auto where, auto& x) { backend::add_to_rows(where, x[0], x[1], rows, width); };
      auto const sum = [&](auto where, auto& x) { backend::add_rows(where, x[1], x[0], rows, width); };
      check_both<T>({random_values<T>(count, 1), random_values<T>(wide, 2)}, shift, add);
      check_both<T>({integers<T>(count, 1), integers<T>(wide, 2)}, shift, sum);
      if (rows < 300)
        check_both<T>({random_values<T>(count, 1), random_values<T>(wide, 2)}, shift, sum,
                      false);  // the CPU adds in T
    }
  }
}

TEST_CASE("bytes become zero and are copied") {
  std::vector<float> const values = random_values<float>(1025, 1);
  device_vector<float> from(values), to(1025);
  backend::zero(wf::cuda{}, to.data(), 1025 * sizeof(float));
  check_same(to.on_host(), std::vector<float>(1025));
  backend::copy(wf::cuda{}, to.data(), from.data(), 1025 * sizeof(float));
  backend::copy(wf::cuda{}, to.data(), from.data(), 0);
  check_same(to.on_host(), values);
}
