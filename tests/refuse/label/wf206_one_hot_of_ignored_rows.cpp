// SPDX-License-Identifier: Apache-2.0
// PyTorch: one_hot fails at run time for -1, and makes a class of 255.
// expect: WF206 | values: ignore | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
struct animal : wf::label_set<3> {
  static constexpr char const* names[3] = {"cat", "dog", "cow"};
};
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<row>>;
using some = wf::tensor<std::int64_t, wf::class_index<animal, wf::ignore<255>>, wf::axes<row>>;

int main() {
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = 2;
  y.unchecked_data()[1] = 0;
  auto const all = some::unchecked(y.elements(), {2});
#ifdef FIXED
  auto const h = wf::to_one_hot(y);
#else
  auto const h = wf::to_one_hot(all);
#endif
  return all(1) == 0 && h(0, 2) == 1 ? 0 : 1;
}
