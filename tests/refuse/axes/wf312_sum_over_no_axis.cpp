// SPDX-License-Identifier: Apache-2.0
// PyTorch: sum(dim=1) sums whatever stands there after a change of layout.
// expect: WF312 | values: time_, dim<4 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct time_;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const total = wf::sum<wf::dim<4>>(x);
#else
  auto const total = wf::sum<time_>(x);
#endif
  return total.data()[1] == 1 ? 0 : 1;
}
