// SPDX-License-Identifier: Apache-2.0
// PyTorch: silent; a relu stays a relu when it is scaled.
// expect: WF143 | values: half_line, binary<tumour | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct tumour : wf::label_set<2> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::positive<tumour>>>;
using answers = wf::tensor<float, wf::binary<tumour>, wf::axes<row>>;

int main() {
  auto const z = scores::of({2, -2});
  auto const y = wf::refine<answers>(std::array{1, 0}).value();
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(z * 1.0f, y);
#else
  auto const loss = wf::binary_cross_entropy_with_logits(wf::relu(z) * 1.0f, y);
#endif
  return loss.item() > 0.1 && loss.item() < 0.2 ? 0 : 1;
}
