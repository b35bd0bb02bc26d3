// SPDX-License-Identifier: Apache-2.0
// PyTorch: x / x.max() of a black image is NaN everywhere, and the loss with it.
// expect: WF815 | values: 0 | lines: 16
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  using schema = wf::data::columns<wf::pixels<2, 16>, wf::class_index<digit>>;
#else
  using schema = wf::data::columns<wf::pixels<2, 0>, wf::class_index<digit>>;
#endif
  auto const rows = wf::data::from_memory<schema>(std::vector{0, 0, 0, 0}, std::vector{0, 1}).value();
  return rows.rows() == 2 ? 0 : 1;
}
