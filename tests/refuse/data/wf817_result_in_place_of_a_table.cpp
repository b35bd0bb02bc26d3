// SPDX-License-Identifier: Apache-2.0
// PyTorch: a missing file is an exception of the reader, if it is not caught and passed on as None.
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
  auto test = wf::data::loader<rows>(table.value(), wf::batch_size<3>);
#else
  auto test = wf::data::loader<rows>(table, wf::batch_size<3>);
#endif
  return test.batches() == 2 ? 0 : 1;
}
