// SPDX-License-Identifier: Apache-2.0
// PyTorch: a C++ range over a temporary is destroyed before the loop begins: undefined behaviour.
// expect: WF425 | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct mood : wf::label_set<2> {};
struct left;
struct right;
using schema = wf::data::columns<wf::features<1>, wf::class_index<mood>>;

int main() {
  auto const rows = wf::data::from_memory<schema>(std::vector{1.0, 2.0}, std::vector{0, 1}).value();
  auto a = wf::data::loader<left>(rows, wf::batch_size<2>);
#ifdef FIXED
  auto b = wf::data::loader<right>(rows, wf::batch_size<2>);
  return wf::data::zip(a, b).batches() == 1 ? 0 : 1;
#else
  return wf::data::zip(a, wf::data::loader<right>(rows, wf::batch_size<2>)).batches() == 1 ? 0 : 1;
#endif
}
