// SPDX-License-Identifier: Apache-2.0
// PyTorch: round() keeps a float, and the ids that it should give are compared with ==.
// expect: WF509 | values: float, double | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const n = wf::round_to<std::int64_t>(x);
#else
  auto const n = wf::round_to<double>(x);
#endif
  return n(0, 0) == 1 ? 0 : 1;
}
