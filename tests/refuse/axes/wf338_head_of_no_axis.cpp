// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Linear(2, "digit") fails at run time: "empty() received an invalid combination of arguments".
// expect: WF338 | values: moment | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct moment;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, wf::axis<moment, 4>>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<2, moment>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 12 ? 0 : 1;
}
