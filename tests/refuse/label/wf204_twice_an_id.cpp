// SPDX-License-Identifier: Apache-2.0
// PyTorch: class ids are plain integers, so twice a class is another class.
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
  auto const twice = wf::eval(2 * x);
#else
  auto const twice = wf::eval(2 * y);
#endif
  return twice.data()[5] == 2 && y(1) == 1 ? 0 : 1;
}
