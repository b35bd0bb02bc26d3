// SPDX-License-Identifier: Apache-2.0
// PyTorch: silent; attention to the farthest key.
// expect: WF174 | values: half_line | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::classes<letter>>>;

int main() {
  auto const d = scores::of({0, 2, 2, 2, 0, 2});
#ifdef FIXED
  auto const p = wf::softmax(-(wf::square(d) * 0.5f));
#else
  auto const p = wf::softmax(wf::square(d) * 0.5f);
#endif
  return p(0, 0) > 0.7 ? 0 : 1;
}
