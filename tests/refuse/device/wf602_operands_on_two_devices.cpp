// SPDX-License-Identifier: Apache-2.0
// PyTorch: "Expected all tensors to be on the same device", in the one branch that forgot .to(device).
// expect: WF602 | values: cuda, host | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  using other = inputs;
#else
  using other = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>, wf::cuda>;
#endif
  auto const y = other::unchecked(x.elements(), x.extents());
  return wf::eval(x + y)(0, 0) == 2 ? 0 : 1;
}
