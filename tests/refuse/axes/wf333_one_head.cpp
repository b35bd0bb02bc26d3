// SPDX-License-Identifier: Apache-2.0
// PyTorch: a module dict of one head returns a dict of one, and the loss is looked up by its name.
// expect: WF333 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::heads(wf::nn::linear<2, digit>()));
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 9 ? 0 : 1;
}
