// SPDX-License-Identifier: Apache-2.0
// PyTorch: Linear(64, 128) meets the next layer when the first batch does.
// expect: WF342 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct train_rows;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear(2, 3));
#endif
  wf::nn::initialise(net, wf::seed{1});
  return 0;
}
