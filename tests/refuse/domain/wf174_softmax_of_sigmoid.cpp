// SPDX-License-Identifier: Apache-2.0
// PyTorch: softmax of values in [0, 1] can never give a class more than e / (e + C - 1).
// expect: WF174 | values: unit_interval | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::logits, wf::axes<row, wf::classes<letter>>>;

int main() {
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
#ifdef FIXED
  auto const p = wf::softmax(z);
#else
  auto const p = wf::softmax(wf::sigmoid(z));
#endif
  return std::abs(p(0, 0) - 0.78699) < 1e-4 ? 0 : 1;
}
