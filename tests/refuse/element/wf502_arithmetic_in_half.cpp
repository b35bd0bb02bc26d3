// SPDX-License-Identifier: Apache-2.0
// PyTorch: sums in half precision overflow at 65504 and lose small terms silently.
// expect: WF502 | values: half | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const h = wf::cast<wf::half>(x);
#ifdef FIXED
  auto const sum = wf::eval(wf::cast<float>(h) + 65504.0f);
#else
  auto const sum = wf::eval(h + 65504.0f);
#endif
  return sum(0, 0) == 65505 ? 0 : 1;
}
