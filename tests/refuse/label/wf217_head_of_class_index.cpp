// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Linear(64, n) says nothing of what the n columns are; the set does, and the labels name it
// again.
// expect: WF217 | values: class_index, classes<digit | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::class_index<digit>>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<4>>>::of({1, 0, 0, 1});
  return net.eval(x)(0, 2) != 0 ? 0 : 1;
}
