// SPDX-License-Identifier: Apache-2.0
// PyTorch: model(x) runs in whatever mode it was left in.
// expect: WF730 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>>>::of({1, 2});
#ifdef FIXED
  auto const z = net.eval(x);
#else
  auto const z = net(x);
#endif
  return z(0, 0) == z(0, 0) ? 0 : 1;
}
