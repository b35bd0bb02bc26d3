// SPDX-License-Identifier: Apache-2.0
// CUDA: "invalid configuration argument" at the launch, or zeros and no message where nobody asks.
// expect: WF606 | values: 2048, 1024 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
#ifdef FIXED
  constexpr int threads = 256;
#else
  constexpr int threads = 2048;
#endif
  auto const shape = wf::launch_shape<threads>();
  return shape.threads == 256 ? 0 : 1;
}
