// SPDX-License-Identifier: Apache-2.0
// PyTorch: x[:, 2:6] of four columns silently gives two.
// expect: WF379 | values: dim<4, 2 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const y = wf::slice<wf::dim<4>, 2, 2>(x);
#else
  auto const y = wf::slice<wf::dim<4>, 2, 4>(x);
#endif
  return y.size() == 4 ? 0 : 1;
}
