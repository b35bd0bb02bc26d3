// SPDX-License-Identifier: Apache-2.0
// PyTorch: MSELoss of [N, 1] and [N, 4] broadcasts with a warning that scrolls by.
// expect: WF341 | values: dim<4, dim<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 2>(), wf::nn::linear<2, 4>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, 2>(), wf::nn::linear<2, 1>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::mse_loss(net.train(x), x);
  return loss.item() > 0 && loss.divisor() == 8 ? 0 : 1;
}
