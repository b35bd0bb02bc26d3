// SPDX-License-Identifier: Apache-2.0
// PyTorch: a sigmoid at the end of the net keeps all logits in [0, 1]: the loss cannot fall below 0.55
// for three classes.
// expect: WF102 | values: unit_interval, class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>(), wf::nn::sigmoid());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::cross_entropy(net.train(x), y);
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 2 ? 0 : 1;
}
