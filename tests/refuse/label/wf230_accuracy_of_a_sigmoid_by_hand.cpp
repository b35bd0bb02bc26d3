// SPDX-License-Identifier: Apache-2.0
// PyTorch: a threshold of 0 where the numbers lie in (0, 1): everything is positive.
// expect: WF230 | values: half_line | lines: 12
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
  auto const share = wf::metrics::accuracy(wf::sigmoid(z), y);
#else
  auto const share = wf::metrics::accuracy(1.0f / (1.0f + wf::exp(-z)), y);
#endif
  return share.hits == 2 && share.rows == 2 ? 0 : 1;
}
