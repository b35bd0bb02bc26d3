// SPDX-License-Identifier: Apache-2.0
// PyTorch: max() of an empty sequence fails in the one batch that has it.
// expect: WF384 | values: time_, at_least<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct time_;
using row = wf::batch<rows, 2>;

int main() {
#ifdef FIXED
  using steps = wf::axis<time_, 1, 9>;
#else
  using steps = wf::axis<time_, 0, 9>;
#endif
  auto const x = wf::tensor<float, wf::real, wf::axes<row, steps>>::of({1, 2, 3, 4}, {2, 2});
  return wf::max<time_>(x)(1) == 4 ? 0 : 1;
}
