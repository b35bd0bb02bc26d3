// SPDX-License-Identifier: Apache-2.0
// PyTorch: a single output for three classes trains, and never says the third.
// expect: WF203 | values: weather, got_extent<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
struct weather : wf::label_set<2> {};
#else
struct weather : wf::label_set<3> {};
#endif

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::binary<weather>>());
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count == 5 ? 0 : 1;
}
