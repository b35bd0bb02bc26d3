// SPDX-License-Identifier: Apache-2.0
// PyTorch: a sum in bfloat16 stops growing at 256.
// expect: WF502 | values: bfloat16 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const h = wf::cast<wf::bfloat16>(x);
#ifdef FIXED
  auto const total = wf::sum<wf::dim<4>>(wf::cast<float>(h));
#else
  auto const total = wf::sum<wf::dim<4>>(h);
#endif
  return total(0) == 1 ? 0 : 1;
}
