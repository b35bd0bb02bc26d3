// SPDX-License-Identifier: Apache-2.0
// PyTorch: a head in the middle of a net is an ordinary layer, and its columns are no classes any more.
// expect: WF314 | values: classes<letter>, dim<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 3>(), wf::nn::linear<3, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>(), wf::nn::linear<3, letter>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.eval(x).size() == 6 ? 0 : 1;
}
