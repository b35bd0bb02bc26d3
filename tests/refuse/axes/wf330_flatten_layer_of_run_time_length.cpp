// SPDX-License-Identifier: Apache-2.0
// PyTorch: flatten before a linear layer fails at the first image of another size.
// expect: WF330 | values: height | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct height;
using row = wf::batch<rows, 2>;

int main() {
#ifdef FIXED
  using side = wf::axis<height, 2>;
#else
  using side = wf::axis<height, 1, 2>;
#endif
  auto net = wf::nn::sequential(wf::nn::flatten());
  wf::nn::initialise(net, wf::seed{1});
  auto const x =
      wf::tensor<float, wf::real, wf::axes<row, side, wf::dim<2>>>::of({1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2});
  auto const z = net.eval(x);
  return z.data()[6] == 7 ? 0 : 1;
}
