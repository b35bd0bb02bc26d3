// SPDX-License-Identifier: Apache-2.0
// PyTorch: softmax(log_softmax(z)) is right by luck, and hides that the head was changed twice.
// expect: WF171 | values: log_prob | lines: 12
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
  auto const p = wf::eval(wf::exp(wf::log_softmax(z)));
#else
  auto const p = wf::softmax(wf::log_softmax(z));
#endif
  return std::abs(p(0, 0) - 0.78699) < 1e-4 ? 0 : 1;
}
