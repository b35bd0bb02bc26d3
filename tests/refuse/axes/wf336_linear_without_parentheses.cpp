// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Sequential(nn.Linear, ...) fails: "type is not a Module subclass".
// expect: WF336 | values: linear_layer, at_layer<0 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>);
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 9 ? 0 : 1;
}
