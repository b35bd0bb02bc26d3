// SPDX-License-Identifier: Apache-2.0
// PyTorch: view() of permuted axes mixes elements, or fails with "view size is not compatible".
// expect: WF376 | values: time_, width | lines: 12
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
  auto const y = wf::merge_axes<height, width>(x);
#else
  auto const y = wf::merge_axes<time_, width>(x);
#endif
  return y.extents().size() == 2 && y.data()[2] == 3 ? 0 : 1;
}
