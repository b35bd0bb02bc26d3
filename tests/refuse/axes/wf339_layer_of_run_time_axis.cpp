// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Linear over a padded time axis fails at the first sequence of another length.
// expect: WF339 | values: words, 1, 9 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct words;

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<wf::axis<words, 9>, 4>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<wf::axis<words, 1, 9>, 4>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count <= 40 ? 0 : 1;
}
