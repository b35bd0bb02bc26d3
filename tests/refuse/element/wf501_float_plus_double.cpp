// SPDX-License-Identifier: Apache-2.0
// PyTorch: float64 from NumPy promotes everything after it, at a quarter of the speed; or "expected Float
// but found Double".
// expect: WF501 | values: float, double | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const d = wf::tensor<double, wf::real, wf::axes<row, wf::dim<4>>>::of({1, 1, 1, 1, 1, 1, 1, 1});
#ifdef FIXED
  auto const sum = wf::eval(x + wf::cast<float>(d));
#else
  auto const sum = wf::eval(x + d);
#endif
  return sum(0, 0) == 2 ? 0 : 1;
}
