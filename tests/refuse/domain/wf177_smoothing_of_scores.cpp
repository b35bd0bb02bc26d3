// SPDX-License-Identifier: Apache-2.0
// PyTorch: label smoothing of the prediction instead of the label trains without a word.
// expect: WF177 | values: real | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
struct animal : wf::label_set<3> {
  static constexpr char const* names[3] = {"cat", "dog", "cow"};
};
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<row>>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::classes<animal>>>;

int main() {
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = 2;
  y.unchecked_data()[1] = 0;
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
#ifdef FIXED
  auto const p = wf::eval(wf::smooth(wf::to_one_hot(y), 0.0));
#else
  auto const p = wf::eval(wf::smooth(z, 0.0));
#endif
  return z(0, 0) == 2 && p(0, 2) == 1 ? 0 : 1;
}
