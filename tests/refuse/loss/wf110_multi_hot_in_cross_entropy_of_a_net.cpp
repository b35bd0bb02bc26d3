// SPDX-License-Identifier: Apache-2.0
// PyTorch: multi-hot targets in CrossEntropyLoss are taken for probabilities that sum to more than one.
// expect: WF110 | values: multi_hot<letter> | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<wf::tensor<float, wf::multi_hot<letter>, wf::axes<row, wf::classes<letter>>>>(
                     std::array{1, 1, 0, 0, 1, 1})
                     .value();
#ifdef FIXED
  auto loss = wf::binary_cross_entropy_with_logits(net.train(x), y);
#else
  auto loss = wf::cross_entropy(net.train(x), y);
#endif
  return loss.item() > 0.1 && loss.rows() == 2 ? 0 : 1;
}
