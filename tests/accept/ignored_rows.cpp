// SPDX-License-Identifier: Apache-2.0
// Labels of -100 are ignored; the mean is over the rows that count, whatever the batch.
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
  using some = wf::tensor<std::int64_t, wf::class_index<letter, wf::ignore<-100>>, wf::axes<row>>;
  auto const z = scores::of({2, 0, 0, 9, 9, 9});
  auto const y = wf::refine<some>(std::array{0, -100}).value();
  double const mean = wf::cross_entropy(z, y, wf::all_ignored::fails{}).item();
  double const sum = wf::cross_entropy(z, y, wf::reduction::sum{}).item();
  double const log = wf::nll_loss(wf::log_softmax(z), y, wf::all_ignored::is_zero{}).item();
  return std::abs(mean - 0.239545) < 1e-5 && sum == mean && std::abs(log - mean) < 1e-12 ? 0 : 1;
}
