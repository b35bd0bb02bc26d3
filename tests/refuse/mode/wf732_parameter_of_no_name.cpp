// SPDX-License-Identifier: Apache-2.0
// PyTorch: state_dict()['fc.weight'] of a renamed layer fails at the checkpoint, after the training.
// expect: WF732 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};

using namespace wellformed::literals;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto const weight = wf::nn::parameter(net, "0.weight"_p);
#else
  auto const weight = wf::nn::parameter(net, "fc.weight"_p);
#endif
  return weight.size() == 12 ? 0 : 1;
}
