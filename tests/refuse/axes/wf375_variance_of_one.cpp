// SPDX-License-Identifier: Apache-2.0
// PyTorch: var() of a single element is NaN, with the default divisor n - 1.
// expect: WF375 | values: dim<1, at_least<2 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<row, wf::dim<1>>>::of({1, 2});
#ifdef FIXED
  auto const v = wf::variance<wf::dim<1>>(x, wf::biased{});
#else
  auto const v = wf::variance<wf::dim<1>>(x, wf::unbiased{});
#endif
  return v.data()[1] == 0 ? 0 : 1;
}
