// SPDX-License-Identifier: Apache-2.0
// PyTorch: device-side assert `input_val >= zero && input_val <= one`: BCELoss was fed logits.
// expect: WF150 | values: real, binary<answer> | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct answer : wf::label_set<2> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<wf::tensor<float, wf::binary<answer>, wf::axes<row>>>(std::array{0, 1}).value();
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::binary<answer>>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto loss = wf::binary_cross_entropy(wf::sigmoid(net.train(x)), y);
#else
  auto loss = wf::binary_cross_entropy(net.train(x), y);
#endif
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 2 ? 0 : 1;
}
