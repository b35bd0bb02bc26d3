// SPDX-License-Identifier: Apache-2.0
// PyTorch: BatchNorm1d(128) meets the layer before when the first batch does.
// expect: WF342 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct train_rows;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>(), wf::nn::batch_norm<4>(), wf::nn::linear<4, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>(), wf::nn::batch_norm(4), wf::nn::linear<4, digit>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return 0;
}
