// SPDX-License-Identifier: Apache-2.0
// PyTorch: softmax of label probabilities flattens the targets silently.
// expect: WF175 | values: class_probs<letter> | lines: 12
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::logits, wf::axes<row, wf::classes<letter>>>;

int main() {
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
  auto const q = wf::refine<wf::tensor<float, wf::class_probs<letter>, wf::axes<row, wf::classes<letter>>>>(
                     std::array{1, 0, 0, 0, 1, 0})
                     .value();
#ifdef FIXED
  auto const p = wf::softmax(z);
#else
  auto const p = wf::softmax(q);
#endif
  return std::abs(p(0, 0) - 0.78699) < 1e-4 && q(1, 1) == 1 ? 0 : 1;
}
