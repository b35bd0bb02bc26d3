// SPDX-License-Identifier: Apache-2.0
// PyTorch: x.permute(2, 0) fails at run time: "number of dimensions in the tensor input does not match".
// expect: WF378 | values: dim<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>, wf::dim<3>>>::of({1, 2, 3, 4, 5, 6});
#ifdef FIXED
  auto const y = wf::permute<wf::dim<3>, wf::dim<1>, wf::dim<2>>(x);
#else
  auto const y = wf::permute<wf::dim<3>, wf::dim<2>>(x);
#endif
  return y(2, 0, 1) == 6 ? 0 : 1;
}
