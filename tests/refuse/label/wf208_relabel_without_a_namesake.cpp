// SPDX-License-Identifier: Apache-2.0
// PyTorch: a class that the new set lacks gets an id that means something else.
// expect: WF208 | values: animal, pet | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
struct animal : wf::label_set<3> {
  static constexpr char const* names[3] = {"cat", "dog", "cow"};
};
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<row>>;
struct pet : wf::label_set<2> {
  static constexpr char const* names[2] = {"dog", "cat"};
};
struct zoo : wf::label_set<4> {
  static constexpr char const* names[4] = {"cow", "ape", "dog", "cat"};
};
struct tame {
  static constexpr wf::index_t to[3] = {1, 0, 0};
};
struct wrong {
  static constexpr wf::index_t to[3] = {1, 0, 2};
};

int main() {
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = 2;
  y.unchecked_data()[1] = 0;
#ifdef FIXED
  auto const z = wf::relabel<pet>(y, tame{});
#else
  auto const z = wf::relabel<pet>(y, wf::by_name{});
#endif
  return z(0) == 0 ? 0 : 1;
}
