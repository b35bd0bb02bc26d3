// SPDX-License-Identifier: Apache-2.0
// PyTorch: Adam(net.parameters()) of a model that is replaced afterwards trains the old one.
// expect: WF742 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct train_rows;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
#ifdef FIXED
  auto opt = wf::optim::adam(net, {.lr = 1e-3});
#else
  auto opt = wf::optim::adam(net.parameters(), {.lr = 1e-3});
#endif
  return opt.steps() == 0 ? 0 : 1;
}
