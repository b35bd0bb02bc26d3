// SPDX-License-Identifier: Apache-2.0
// PyTorch: weights tied by assignment come apart when one of them is replaced, or have two shapes.
// expect: WF331 | values: channel | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct channel;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::tied<channel>(wf::nn::linear<4, 4>()),
                                wf::nn::tied<channel>(wf::nn::linear<4, 4>()));
#else
  auto net = wf::nn::sequential(wf::nn::tied<channel>(wf::nn::linear<4, 4>()),
                                wf::nn::tied<channel>(wf::nn::linear<4, 3>()));
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.eval(x).size() == 8 && net.parameter_count == 20 ? 0 : 1;
}
