// SPDX-License-Identifier: Apache-2.0
// PyTorch: silent; the class of the farthest prototype wins, and its scale is a number whose sign no type knows.
// expect: WF104 | values: half_line, class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::classes<letter>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
  auto const y = wf::refine<labels>(std::array{1, 2}).value();
#ifdef FIXED
  auto const loss = wf::cross_entropy(-(0.5f * wf::square(z)), y);
#else
  auto const loss = wf::cross_entropy(0.5f * wf::square(z), y);
#endif
  return loss.item() > 0.7 && loss.item() < 0.8 ? 0 : 1;
}
