// SPDX-License-Identifier: Apache-2.0
// PyTorch: SGD(net.parameters()) takes 1e-3 in version 2, and is a TypeError before.
// expect: WF748 | values: model | lines: 12 | depth: 0
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
#else
  auto opt = wf::optim::sgd(net);
#endif
  return opt.steps() == 0 ? 0 : 1;
}
