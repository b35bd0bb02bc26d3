// SPDX-License-Identifier: Apache-2.0
// CUDA: "invalid argument" at the launch of a kernel whose tile has outgrown every GPU.
// expect: WF607 | values: 262144, 232448 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
#ifdef FIXED
  constexpr int tile = 128;
#else
  constexpr int tile = 256;
#endif
  auto const shape = wf::launch_shape<256, tile * tile * 4>();
  return shape.threads == 256 ? 0 : 1;
}
