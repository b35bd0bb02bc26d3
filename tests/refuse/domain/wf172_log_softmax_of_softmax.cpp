// SPDX-License-Identifier: Apache-2.0
// PyTorch: log_softmax of probabilities gives a loss that cannot fall below log(C) - 1 + 1/C.
// expect: WF172 | values: simplex | lines: 12
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
  auto const p = wf::eval(wf::log(wf::softmax(z)));
#else
  auto const p = wf::log_softmax(wf::softmax(z));
#endif
  return std::abs(p(0, 0) + 0.23955) < 1e-4 ? 0 : 1;
}
