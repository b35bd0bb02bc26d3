// SPDX-License-Identifier: Apache-2.0
// PyTorch: a cast in the middle of a graph changes the precision of the gradients without a word.
// expect: WF503 | values: float, double | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const z = wf::cast<double>(wf::detach(net.train(x)));
#else
  auto const z = wf::cast<double>(net.train(x));
#endif
  return z(0, 0) == net.eval(x)(0, 0) ? 0 : 1;
}
