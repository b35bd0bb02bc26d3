// SPDX-License-Identifier: Apache-2.0
// PyTorch: a value is used as often as one likes; a copy that nothing reads costs nothing there and a
// gradient here.
// expect: WF306 | values: got_extent<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 2>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>>>::of({1, 2});
#ifdef FIXED
  auto copies = wf::share<2>(net.train(x));
#else
  auto copies = wf::share<1>(net.train(x));
#endif
  return copies[0].value()(0, 0) == copies[0].value()(0, 0) ? 0 : 1;
}
