// SPDX-License-Identifier: Apache-2.0
// PyTorch: an ignore_index inside of the new range drops a class from training.
// expect: WF213 | values: ignore | lines: 12
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
template <wf::index_t Id>
using some = wf::tensor<std::int64_t, wf::class_index<animal, wf::ignore<Id>>, wf::axes<row>>;

int main() {
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = 2;
  y.unchecked_data()[1] = 0;
#ifdef FIXED
  auto const z = wf::relabel<zoo>(some<-1>::unchecked(y.elements(), {2}), wf::by_name{});
#else
  auto const z = wf::relabel<zoo>(some<3>::unchecked(y.elements(), {2}), wf::by_name{});
#endif
  return z(0) == 0 ? 0 : 1;
}
