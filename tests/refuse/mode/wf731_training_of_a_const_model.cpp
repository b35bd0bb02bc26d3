// SPDX-License-Identifier: Apache-2.0
// PyTorch: an evaluation helper that runs in train mode changes the running statistics of the model.
// expect: WF731 | lines: 12
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
  auto const& frozen = net;
#ifdef FIXED
  auto const z = frozen.eval(x);
#else
  auto const z = wf::detach(frozen.train(x));
#endif
  return z(0, 0) == net.eval(x)(0, 0) ? 0 : 1;
}
