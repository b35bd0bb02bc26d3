// SPDX-License-Identifier: Apache-2.0
// PyTorch: mixup of class ids trains towards classes between the two.
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
  auto const other = wf::refine<labels>(std::array{2, 1}).value();
#ifdef FIXED
  auto const mixed = wf::eval(0.3 * x + 0.7 * x);
#else
  auto const mixed = wf::eval(0.3 * y + 0.7 * other);
#endif
  return mixed.data()[0] == 1 && other(0) + y(0) == 2 ? 0 : 1;
}
