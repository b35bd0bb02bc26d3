// SPDX-License-Identifier: Apache-2.0
// PyTorch: optim.Adam(model.parameters()) is right; the optimiser then knows no names for its errors.
// expect: WF742 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto opt = wf::optim::adam(net, {.lr = 1e-3});
#else
  auto opt = wf::optim::adam(wf::nn::parameters(net), {.lr = 1e-3});
#endif
  return opt.steps() == 0 ? 0 : 1;
}
