// SPDX-License-Identifier: Apache-2.0
// PyTorch: squeeze() drops the batch axis of a last batch of one, and the shapes no longer fit.
// expect: WF315 | values: batch<rows | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 1, 2>, wf::dim<1>>>::of({1, 2}, {2, 1});
#ifdef FIXED
  auto const y = wf::squeeze<wf::dim<1>>(x);
#else
  auto const y = wf::squeeze<rows>(x);
#endif
  return y.rows() == 2 && y.data()[1] == 2 ? 0 : 1;
}
