// SPDX-License-Identifier: Apache-2.0
// PyTorch: zip(loader_a, loader_b) stops at the shorter and pairs batches of different sizes.
// expect: WF424 | values: batch | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct mood : wf::label_set<2> {};
struct left;
struct right;
using schema = wf::data::columns<wf::features<1>, wf::class_index<mood>>;

int main() {
  auto const rows = wf::data::from_memory<schema>(std::vector{1.0, 2.0, 3.0, 4.0}, std::vector{0, 1, 0, 1}).value();
  auto a = wf::data::loader<left>(rows, wf::batch_size<2>);
#ifdef FIXED
  auto b = wf::data::loader<right>(rows, wf::batch_size<2>);
#else
  auto b = wf::data::loader<right>(rows, wf::batch_size<4>);
#endif
  return wf::data::zip(a, b).batches() == 2 ? 0 : 1;
}
