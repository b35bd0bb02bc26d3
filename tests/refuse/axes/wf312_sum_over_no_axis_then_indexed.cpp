// SPDX-License-Identifier: Apache-2.0
// PyTorch: x.sum(4) is an IndexError; one that exists but is not meant, x.sum(0), is silent.
// expect: WF312 | values: dim<4 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>, wf::dim<3>>>::of({1, 2, 3, 4, 5, 6});
#ifdef FIXED
  auto const y = wf::sum<wf::dim<3>>(x);
#else
  auto const y = wf::sum<wf::dim<4>>(x);
#endif
  return y(0, 1) == 15 ? 0 : 1;
}
