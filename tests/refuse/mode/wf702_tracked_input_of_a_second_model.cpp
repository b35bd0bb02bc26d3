// SPDX-License-Identifier: Apache-2.0
// PyTorch: the output of a generator goes into a discriminator, and its graph is kept by accident.
// expect: WF702 | lines: 12
#include <utility>

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
  auto made = first.train(x);
#ifdef FIXED
  auto z = net.train(std::move(made));
#else
  auto z = net.train(made);
#endif
  return z.value()(0, 0) == net.eval(first.eval(x))(0, 0) ? 0 : 1;
}
