// SPDX-License-Identifier: Apache-2.0
// PyTorch: random_split of what a reader did not read fails with 'NoneType has no len()'.
// expect: WF817 | values: result | lines: 12 | depth: 0
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct rows;
using schema = wf::data::columns<wf::features<2>, wf::class_index<digit>>;

int main() {
  auto table = wf::data::from_memory<schema>(std::vector(12, 0.5), std::vector(6, 1));
#ifdef FIXED
  auto parts = wf::data::split(table.value(), 0.5, wf::seed{1});
#else
  auto parts = wf::data::split(table, 0.5, wf::seed{1});
#endif
  return wf::data::loader<rows>(parts.test, wf::batch_size<3>).batches() == 1 ? 0 : 1;
}
