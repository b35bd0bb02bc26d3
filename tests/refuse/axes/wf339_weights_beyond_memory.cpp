// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Linear(4000000000, 4000000000) dies at run time with "Storage size calculation overflowed".
// expect: WF339 | values: 4000000000 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 4>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4000000000, 4000000000>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 20 ? 0 : 1;
}
