// SPDX-License-Identifier: Apache-2.0
// PyTorch: a product with the batch on the right has its rows in the middle of the result.
// expect: WF374 | values: row | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const w = wf::tensor<float, wf::real, wf::axes<wf::dim<3>, wf::dim<4>>>::of(
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
#ifdef FIXED
  auto const c = wf::matmul<wf::dim<4>>(x, w);
#else
  auto const c = wf::matmul<wf::dim<4>>(w, x);
#endif
  return c(0, 1) == 5 ? 0 : 1;
}
