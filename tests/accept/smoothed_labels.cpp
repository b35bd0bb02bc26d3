// SPDX-License-Identifier: Apache-2.0
// Label smoothing as an option of the loss and as a label of its own give one number.
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<double, wf::logits, wf::axes<row, wf::classes<letter>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const z = scores::of({2, 0, 0, 0, 2, -1});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
  double const a = wf::cross_entropy(z, y, wf::label_smoothing{0.1}).item();
  double const b = wf::cross_entropy(z, wf::smooth(wf::to_one_hot<double>(y), 0.1)).item();
  return std::abs(a - b) < 1e-12 && a > wf::cross_entropy(z, y).item() ? 0 : 1;
}
