// SPDX-License-Identifier: Apache-2.0
// PyTorch: flatten(1) of sequences fails in the linear layer at the first batch of another length.
// expect: WF382 | values: time_ | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct time_;
using row = wf::batch<rows, 2>;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<row, wf::axis<time_, 1, 9>, wf::dim<1>>>::of(
      {1, 2, 3, 4}, {2, 2, 1});
#ifdef FIXED
  auto const y = wf::flatten(wf::sum<time_>(x));
#else
  auto const y = wf::flatten(x);
#endif
  return y.data()[1] == 7 ? 0 : 1;
}
