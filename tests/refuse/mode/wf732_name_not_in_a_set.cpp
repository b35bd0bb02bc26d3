// SPDX-License-Identifier: Apache-2.0
// PyTorch: dict(net.named_parameters())['1.0.weight'] is a KeyError, when the line is reached.
// expect: WF732 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};

using namespace wellformed::literals;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, 8>(), wf::nn::residual(wf::nn::linear<8, 8>()),
                                wf::nn::linear<8, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const set = wf::nn::parameters(net);
#ifdef FIXED
  return set["1.0.weight"_p].size() == 64 ? 0 : 1;
#else
  return set["1.weight"_p].size() == 64 ? 0 : 1;
#endif
}
