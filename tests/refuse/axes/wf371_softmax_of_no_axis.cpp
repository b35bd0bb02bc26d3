// SPDX-License-Identifier: Apache-2.0
// PyTorch: softmax without dim picks an axis by rank, with a warning.
// expect: WF371 | values: dim<4 | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const p = wf::softmax<wf::dim<4>>(x);
#else
  auto const p = wf::softmax(x);
#endif
  return std::abs(p(0, 0) - 0.47536f) < 1e-4f ? 0 : 1;
}
