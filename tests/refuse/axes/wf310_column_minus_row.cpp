// SPDX-License-Identifier: Apache-2.0
// PyTorch: [N, 1] - [N] broadcasts to [N, N]; the mean squared error of it trains towards the mean.
// expect: WF310 | values: dim<1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;

int main() {
  auto const a = wf::tensor<float, wf::real, wf::axes<row, wf::dim<1>>>::of({1, 2});
  auto const b = wf::tensor<float, wf::real, wf::axes<row>>::of({1, 4});
#ifdef FIXED
  auto const gap = wf::eval(b - wf::squeeze<wf::dim<1>>(a));
#else
  auto const gap = wf::eval(b - a);
#endif
  return gap.size() == 2 && gap.data()[1] == 2 ? 0 : 1;
}
