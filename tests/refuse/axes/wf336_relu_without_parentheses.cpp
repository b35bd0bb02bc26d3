// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Sequential(nn.ReLU, ...) fails: "torch.nn.modules.activation.ReLU is not a Module subclass".
// expect: WF336 | values: relu_function, at_layer<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>(), wf::nn::relu(), wf::nn::linear<4, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>(), wf::nn::relu, wf::nn::linear<4, digit>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 27 ? 0 : 1;
}
