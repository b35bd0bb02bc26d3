// SPDX-License-Identifier: Apache-2.0
// PyTorch: an optimiser made before net.to(device) may go on stepping the numbers that were left behind.
// expect: WF605 | values: host | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 1>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto const moved = wf::move_to<wf::host>(std::move(net));
#else
  auto const moved = wf::move_to<wf::host>(net);
#endif
  return moved.numbers()->initialised ? 0 : 1;
}
