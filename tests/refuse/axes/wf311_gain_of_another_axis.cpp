// SPDX-License-Identifier: Apache-2.0
// PyTorch: a gain of another length fails at run time, or broadcasts if one of them is 1.
// expect: WF311 | values: dim<3, dim<4 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const short_gain = wf::tensor<float, wf::real, wf::axes<wf::dim<3>>>::of({1, 2, 3});
  auto const gain = wf::tensor<float, wf::real, wf::axes<wf::dim<4>>>::of({1, 2, 3, 4});
#ifdef FIXED
  auto const y = wf::eval(x * wf::broadcast_like(gain, x));
#else
  auto const y = wf::eval(x * wf::broadcast_like(short_gain, x));
#endif
  return y(1, 1) == short_gain(1) ? 0 : 1;
}
