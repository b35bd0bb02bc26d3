// SPDX-License-Identifier: Apache-2.0
// PyTorch: .bool() of a probability is true for every positive one.
// expect: WF508 | values: float | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const kept = wf::cast<double>(x);
#else
  auto const kept = wf::cast<bool>(x);
#endif
  return kept(0, 0) == 1 ? 0 : 1;
}
