// SPDX-License-Identifier: Apache-2.0
// PyTorch: view(-1, C) merges rows and steps, and the rows of the labels no longer correspond.
// expect: WF315 | values: row | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct time_;
using row = wf::batch<rows, 2>;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<row, wf::axis<time_, 2>, wf::dim<2>>>::of(
      {1, 2, 3, 4, 5, 6, 7, 8});
#ifdef FIXED
  auto const y = wf::merge_axes<time_, wf::dim<2>>(x);
#else
  auto const y = wf::merge_axes<rows, time_>(x);
#endif
  return y.data()[6] == 7 ? 0 : 1;
}
