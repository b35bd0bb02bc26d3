// SPDX-License-Identifier: Apache-2.0
// A small model with statistics and random draws, its batches and its numbers, for tests of steps on a GPU.
#pragma once

#include <cstring>
#include <string>

#include "on_both.hpp"

namespace wf = wellformed;

namespace {

struct colour : wf::label_set<3> {};
struct rows;
using rows_axis = wf::batch<rows, 2, 8>;
using features = wf::tensor<float, wf::real, wf::axes<rows_axis, wf::dim<5>>>;
using labels = wf::tensor<std::int32_t, wf::class_index<colour>, wf::axes<rows_axis>>;
using host_batch = wf::data::moved_batch<features, labels>;

host_batch batch_of(wf::index_t count, std::uint64_t stream, std::int32_t odd = 0) {
  auto x = numbers<float, wf::axes<rows_axis, wf::dim<5>>>({count, 5}, stream, -1, 1);
  auto y = labels::uninitialised({count});
  for (wf::index_t i = 0; i < count; ++i) y.unchecked_data()[i] = static_cast<std::int32_t>((i + stream) % 3);
  if (odd != 0) y.unchecked_data()[1] = odd;
  return {x, y, count};
}
auto on_gpu(host_batch const& b) {
  auto x = wf::move_to<wf::cuda>(b.x);
  auto y = wf::move_to<wf::cuda>(b.y);
  return wf::data::moved_batch<decltype(x), decltype(y)>(x, y, b.rows());
}

auto model() {
  auto net = wf::nn::sequential(wf::nn::linear<5, 8>(), wf::nn::batch_norm<8>(), wf::nn::relu(),
                                wf::nn::dropout(0.25), wf::nn::linear<8, colour>());
  wf::nn::initialise(net, wf::seed{3});
  return wf::move_to<wf::cuda>(std::move(net));
}
[[maybe_unused]] constexpr auto loss_of_batch = [](auto& n, auto& b) {
  return wf::cross_entropy(n.train(b.x), b.y);
};

template <class Net>
std::vector<float> numbers_of(Net const& net) {
  auto const& held = net.numbers();
  std::vector<float> all(static_cast<std::size_t>(held->parameter_count + held->buffer_count));
  auto const parameters = static_cast<std::size_t>(held->parameter_count);
  wf::backend::copy_out(net.where(), all.data(), held.parameters(), parameters * sizeof(float));
  wf::backend::copy_out(net.where(), all.data() + parameters, held.buffers(),
                        (all.size() - parameters) * sizeof(float));
  return all;
}

template <class Step>
std::string error_of(Step step) {
  try {
    step();
  } catch (wf::error const& e) {
    return e.what();
  }
  return "";
}

}  // namespace
