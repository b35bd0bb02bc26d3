// SPDX-License-Identifier: Apache-2.0
// PyTorch: a probability of 1e-8 is 0 in half precision, and its logarithm -inf.
// expect: WF107 | values: narrowed<wellformed::unit_interval> | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct answer : wf::label_set<2> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<wf::tensor<float, wf::binary<answer>, wf::axes<row>>>(std::array{0, 1}).value();
  auto const p = wf::tensor<float, wf::logits, wf::axes<row, wf::positive<answer>>>::of({-20, 20});
#ifdef FIXED
  auto const loss = wf::binary_cross_entropy_with_logits(p, y);
#else
  auto const loss = wf::binary_cross_entropy(wf::cast<float>(wf::cast<wf::half>(wf::sigmoid(p))), y);
#endif
  return loss.item() < 1e-6 && x(0, 0) == 1 ? 0 : 1;
}
