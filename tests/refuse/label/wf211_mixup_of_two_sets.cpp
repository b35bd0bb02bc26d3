// SPDX-License-Identifier: Apache-2.0
// PyTorch: mixing labels of two class orders of one length runs.
// expect: WF211 | values: animal, pet | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
struct animal : wf::label_set<3> {
  static constexpr char const* names[3] = {"cat", "dog", "cow"};
};
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<row>>;
struct pet : wf::label_set<3> {};
using probs = wf::tensor<float, wf::class_probs<pet>, wf::axes<row, wf::classes<pet>>>;

int main() {
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = 2;
  y.unchecked_data()[1] = 0;
  auto const a = wf::to_one_hot(y);
  auto const b = probs::unchecked(a.elements(), {2, 3});
#ifdef FIXED
  auto const m = wf::eval(wf::mixup(a, a, 0.5));
#else
  auto const m = wf::eval(wf::mixup(a, b, 0.5));
#endif
  return b(0, 2) == 1 && m(0, 2) == 1 ? 0 : 1;
}
