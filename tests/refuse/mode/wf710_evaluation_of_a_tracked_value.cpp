// SPDX-License-Identifier: Apache-2.0
// PyTorch: a no_grad() block in the middle of a model cuts the graph: the first half stops learning.
// expect: WF710 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto first = wf::nn::sequential(wf::nn::linear<4, 4>());
  wf::nn::initialise(first, wf::seed{2});
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const z = net.eval(wf::detach(first.train(x)));
#else
  auto const z = net.eval(first.train(x));
#endif
  return z(0, 0) == net.eval(first.eval(x))(0, 0) ? 0 : 1;
}
