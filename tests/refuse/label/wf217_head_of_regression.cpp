// SPDX-License-Identifier: Apache-2.0
// PyTorch: a head for quantities is nn.Linear with as many columns.
// expect: WF217 | values: regression, dim<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 3>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::regression<3>>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<4>>>::of({1, 0, 0, 1});
  return net.eval(x)(0, 2) != 0 ? 0 : 1;
}
