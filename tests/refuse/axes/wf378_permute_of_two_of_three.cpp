// SPDX-License-Identifier: Apache-2.0
// PyTorch: permute with a forgotten axis fails at run time; transpose(1, 2) swaps the wrong two.
// expect: WF378 | values: time_, width | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct time_;
struct height;
struct width;

int main() {
  auto const x =
      wf::tensor<float, wf::real, wf::axes<wf::axis<time_, 2>, wf::axis<height, 1>, wf::axis<width, 2>>>::of(
          {1, 2, 3, 4});
#ifdef FIXED
  auto const y = wf::permute<width, height, time_>(x);
#else
  auto const y = wf::permute<width, time_>(x);
#endif
  return y(1, 0, 0) == 2 ? 0 : 1;
}
