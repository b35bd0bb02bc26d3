// SPDX-License-Identifier: Apache-2.0
// Class weights: the mean divides by the weights of the labels, as in PyTorch.
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
  auto const weight = wf::class_weights<letter>::of({1, 3, 1});
  auto const each = wf::cross_entropy(z, y, wf::reduction::none{});
  double const expected = (each(0) + 3 * each(1)) / 4;
  auto const loss = wf::cross_entropy(z, y, weight);
  return std::abs(loss.item() - expected) < 1e-12 && loss.divisor() == 4 ? 0 : 1;
}
