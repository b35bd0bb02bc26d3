// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Linear(-3, 4) fails at run time: "Trying to create tensor with negative dimension".
// expect: WF301 | values: dim<-3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<3, 4>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<-3, 4>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count >= 0 ? 0 : 1;
}
