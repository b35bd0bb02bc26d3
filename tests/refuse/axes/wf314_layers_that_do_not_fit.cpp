// SPDX-License-Identifier: Apache-2.0
// PyTorch: layer sizes that do not fit fail in the first batch, after the data was loaded.
// expect: WF314 | values: dim<8, dim<16, at_layer<2 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::relu(), wf::nn::linear<8, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::relu(), wf::nn::linear<16, letter>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.eval(x).size() == 6 && net.parameter_count == 40 + 27 ? 0 : 1;
}
