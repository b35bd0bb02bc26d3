// SPDX-License-Identifier: Apache-2.0
// PyTorch: a layer norm over the wrong axis works whenever the two lengths agree.
// expect: WF316 | values: dim<3, dim<4 | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::layer_norm<4>());
#else
  auto net = wf::nn::sequential(wf::nn::layer_norm<3>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const z = net.eval(x);
  return std::abs(z(0, 0) - 1.73202f) < 1e-4f ? 0 : 1;
}
