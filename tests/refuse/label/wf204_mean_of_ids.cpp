// SPDX-License-Identifier: Apache-2.0
// PyTorch: the mean of class ids is computed, and means nothing.
// expect: WF204 | values: class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto const mean = wf::mean<rows>(x);
#else
  auto const mean = wf::mean<rows>(y);
#endif
  return mean.size() == (y(0) == 0 ? 4 : 0) ? 0 : 1;
}
