// SPDX-License-Identifier: Apache-2.0
// PyTorch: squeeze(1) of an axis that is not 1 does nothing, silently.
// expect: WF381 | values: dim<4, dim<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const y = wf::squeeze<wf::dim<1>>(wf::slice<wf::dim<4>, 1, 1>(x));
#else
  auto const y = wf::squeeze<wf::dim<4>>(x);
#endif
  return y.data()[1] == 1 ? 0 : 1;
}
