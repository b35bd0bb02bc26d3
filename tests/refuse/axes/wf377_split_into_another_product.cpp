// SPDX-License-Identifier: Apache-2.0
// PyTorch: view() of a wrong product fails in the first batch; with -1 it silently changes the batch.
// expect: WF377 | values: dim<4, dim<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const y = wf::split_axis<wf::dim<4>, wf::dim<2>, wf::dim<2>>(x);
#else
  auto const y = wf::split_axis<wf::dim<4>, wf::dim<3>, wf::dim<2>>(x);
#endif
  return y.extents().size() == 3 && y.data()[5] == 1 ? 0 : 1;
}
