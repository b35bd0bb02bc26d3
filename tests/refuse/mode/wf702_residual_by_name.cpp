// SPDX-License-Identifier: Apache-2.0
// PyTorch: in-place use of a value that the graph still needs fails in backward().
// expect: WF702 | lines: 12
#include <utility>

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
  auto z = net.train(x);
#ifdef FIXED
  auto twice = wf::eval(std::move(z) * 2.0f);
#else
  auto twice = wf::eval(z * 2.0f);
#endif
  return twice.value()(0, 0) == 2 * net.eval(x)(0, 0) ? 0 : 1;
}
