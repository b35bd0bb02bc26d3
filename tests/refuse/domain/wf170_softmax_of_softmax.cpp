// SPDX-License-Identifier: Apache-2.0
// PyTorch: softmax of probabilities is legal and nearly uniform; attention or sampling degrades silently.
// expect: WF170 | values: simplex | lines: 12
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
  auto const p = wf::softmax(wf::softmax(z));
#endif
  return std::abs(p(0, 0) - 0.78699) < 1e-4 ? 0 : 1;
}
