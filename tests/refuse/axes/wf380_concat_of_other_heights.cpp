// SPDX-License-Identifier: Apache-2.0
// PyTorch: cat() of feature maps of two sizes fails at the first odd image size.
// expect: WF380 | values: height, 3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct channel;
struct height;

int main() {
  auto const a = wf::tensor<float, wf::real, wf::axes<wf::axis<channel, 1>, wf::axis<height, 2>>>::of({1, 2});
  auto const b =
      wf::tensor<float, wf::real, wf::axes<wf::axis<channel, 1>, wf::axis<height, 3>>>::of({3, 4, 5});
#ifdef FIXED
  auto const c = wf::concat<channel>(a, wf::slice<height, 1, 2>(b));
#else
  auto const c = wf::concat<channel>(a, b);
#endif
  return c(1, 0) == 4 ? 0 : 1;
}
