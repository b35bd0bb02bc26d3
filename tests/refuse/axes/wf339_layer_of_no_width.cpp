// SPDX-License-Identifier: Apache-2.0
// PyTorch: Linear(2, 0) is made with a warning, and the layer after it gives inf.
// expect: WF339 | values: 0 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>(), wf::nn::linear<4, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<2, 0>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return 0;
}
