// SPDX-License-Identifier: Apache-2.0
// PyTorch: layers start from a global generator; whoever forgets manual_seed cannot repeat the run.
// expect: WF747 | values: linear_layer | lines: 12 | depth: 0
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
#ifdef FIXED
  wf::nn::initialise(net, wf::seed{1});
#else
  wf::nn::initialise(net);
#endif
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>>>::of({1, 2});
  auto const z = net.eval(x);
  return z(0, 0) == z(0, 0) ? 0 : 1;
}
