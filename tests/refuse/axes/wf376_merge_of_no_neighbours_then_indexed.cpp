// SPDX-License-Identifier: Apache-2.0
// PyTorch: x.reshape(3, -1) merges whatever lies next to each other in memory.
// expect: WF376 | values: dim<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>, wf::dim<3>>>::of({1, 2, 3, 4, 5, 6});
#ifdef FIXED
  auto const y = wf::merge_axes<wf::dim<2>, wf::dim<3>>(x);
#else
  auto const y = wf::merge_axes<wf::dim<1>, wf::dim<3>>(x);
#endif
  return y(0, 5) == 6 ? 0 : 1;
}
