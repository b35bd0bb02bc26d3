// SPDX-License-Identifier: Apache-2.0
// PyTorch: a float target in CrossEntropyLoss is taken for class probabilities if the shapes agree.
// expect: WF112 | values: regression<1 | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y =
      wf::refine<wf::tensor<float, wf::regression<1>, wf::axes<row, wf::dim<1>>>>(std::array{0.5, 2.5})
          .value();
  auto net = wf::nn::sequential(wf::nn::linear<4, 1>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto loss = wf::mse_loss(net.train(x), y);
#else
  auto loss = wf::cross_entropy(net.train(x), y);
#endif
  return loss.item() > 0.1 && loss.rows() == 2 ? 0 : 1;
}
