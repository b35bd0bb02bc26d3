// SPDX-License-Identifier: Apache-2.0
// PyTorch: x + f(x) broadcasts [N, 4] with [N, 1] silently, and fails for other widths.
// expect: WF318 | values: dim<4, dim<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net =
      wf::nn::sequential(wf::nn::residual(wf::nn::linear<4, 8>(), wf::nn::relu(), wf::nn::linear<8, 4>()));
#else
  auto net =
      wf::nn::sequential(wf::nn::residual(wf::nn::linear<4, 8>(), wf::nn::relu(), wf::nn::linear<8, 1>()));
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.eval(x).size() == 8 ? 0 : 1;
}
