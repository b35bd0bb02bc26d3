// SPDX-License-Identifier: Apache-2.0
// PyTorch: silent; scores below zero all become about zero, and their classes stop learning.
// expect: WF104 | values: half_line, class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const x = scores::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::gelu(), wf::nn::linear<8, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::linear<8, letter>(), wf::nn::gelu());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::cross_entropy(net.train(x), y);
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 2 ? 0 : 1;
}
