// SPDX-License-Identifier: Apache-2.0
// PyTorch: square images hide that height and width were swapped; others fail much later.
// expect: WF310 | values: height, width | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct height;
struct width;

int main() {
  using image = wf::tensor<float, wf::real, wf::axes<wf::axis<height, 2>, wf::axis<width, 2>>>;
  using turned = wf::tensor<float, wf::real, wf::axes<wf::axis<width, 2>, wf::axis<height, 2>>>;
  auto const a = image::of({1, 2, 3, 4});
  auto const b = turned::of({1, 3, 2, 4});
#ifdef FIXED
  auto const gap = wf::eval(a - wf::permute<height, width>(b));
#else
  auto const gap = wf::eval(a - b);
#endif
  return gap(0, 1) == 0 && gap(1, 0) == 0 ? 0 : 1;
}
