// SPDX-License-Identifier: Apache-2.0
// PyTorch: one_hot of a float tensor fails at run time.
// expect: WF210 | values: real | lines: 12
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
  auto const z = scores::of({2, 0, 0, 0, 2, 0});
#ifdef FIXED
  auto const h = wf::to_one_hot(wf::argmax<animal>(z));
#else
  auto const h = wf::to_one_hot(z);
#endif
  return h.data()[4] == 1 ? 0 : 1;
}
