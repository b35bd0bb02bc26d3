// SPDX-License-Identifier: Apache-2.0
// PyTorch: a tensor of nine axes is taken, and each of them must be remembered by number.
// expect: WF332 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

using one = wf::dim<1>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>());
  wf::nn::initialise(net, wf::seed{1});
  using nine = wf::axes<one, one, one, one, one, one, one, one, wf::dim<2>>;
  auto const x = wf::tensor<float, wf::real, nine>::of({1, 2});
#ifdef FIXED
  auto const z = net.eval(wf::flatten(x));
#else
  auto const z = net.eval(x);
#endif
  return z.size() == 4 ? 0 : 1;
}
