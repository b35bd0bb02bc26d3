// SPDX-License-Identifier: Apache-2.0
// PyTorch: "mat1 and mat2 shapes cannot be multiplied", or no error at all for square matrices.
// expect: WF373 | values: height, width | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct height;
struct width;

int main() {
  auto const a =
      wf::tensor<float, wf::real, wf::axes<wf::axis<height, 2>, wf::axis<width, 2>>>::of({1, 2, 3, 4});
#ifdef FIXED
  auto const c = wf::matmul<width>(a, a);
#else
  auto const c = wf::matmul(a, a);
#endif
  return c(0, 1) == 11 ? 0 : 1;
}
