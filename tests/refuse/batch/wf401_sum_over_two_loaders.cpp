// SPDX-License-Identifier: Apache-2.0
// PyTorch: iterating two shuffled loaders in step adds rows that do not belong together.
// expect: WF401 | values: rows, others | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct others;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const other =
      wf::tensor<float, wf::real, wf::axes<wf::batch<others, 2>, wf::dim<4>>>::of({1, 1, 1, 1, 1, 1, 1, 1});
#ifdef FIXED
  auto const sum = wf::eval(x + x);
#else
  auto const sum = wf::eval(x + other);
#endif
  return sum(0, 0) == 2 * other(0, 0) ? 0 : 1;
}
