// SPDX-License-Identifier: Apache-2.0
// PyTorch: a head for several labels is the same nn.Linear as for one; the loss makes the difference.
// expect: WF217 | values: multi_hot, classes<digit | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, digit>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::multi_hot<digit>>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<4>>>::of({1, 0, 0, 1});
  return net.eval(x)(0, 2) != 0 ? 0 : 1;
}
