// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Sequential() is the identity, and the optimiser gets an empty parameter list.
// expect: WF337 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>());
#else
  auto net = wf::nn::sequential();
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 12 ? 0 : 1;
}
