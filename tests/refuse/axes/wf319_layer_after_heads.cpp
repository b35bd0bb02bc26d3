// SPDX-License-Identifier: Apache-2.0
// PyTorch: a tuple of heads goes into a layer: "linear(): argument input must be Tensor, not tuple".
// expect: WF319 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, 8>(),
                                wf::nn::heads(wf::nn::linear<8, letter>(), wf::nn::linear<8, 1>()));
#else
  auto net =
      wf::nn::sequential(wf::nn::heads(wf::nn::linear<4, letter>(), wf::nn::linear<4, 1>()), wf::nn::relu());
#endif
  wf::nn::initialise(net, wf::seed{1});
  [[maybe_unused]] auto const z = net.eval(x);
  return net.parameter_count > 0 ? 0 : 1;
}
