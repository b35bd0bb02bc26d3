// SPDX-License-Identifier: Apache-2.0
// PyTorch: "running_mean should contain 5 elements not 4", in the first batch.
// expect: WF316 | values: dim<5, dim<4 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 4>(), wf::nn::batch_norm<4>(), wf::nn::relu(),
                                wf::nn::linear<4, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, 4>(), wf::nn::batch_norm<5>(), wf::nn::relu(),
                                wf::nn::linear<4, letter>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const z = net.eval(x);
  return z.size() == 6 && net.parameter_count == 20 + 8 + 15 ? 0 : 1;
}
