// SPDX-License-Identifier: Apache-2.0
// PyTorch: a threshold above the batch size drops every batch: the epoch is empty and nothing is said.
// expect: WF421 | values: 5, 3 | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;

int main() {
  using schema = wf::data::columns<wf::features<2>, wf::class_index<letter>>;
  auto const table = wf::data::from_memory<schema>(std::array{1, 0, 0, 1, 1, 1}, std::array{0, 1, 2}).value();
#ifdef FIXED
  auto train = wf::data::loader<rows>(table, wf::batch_size<3>, wf::drop_if_below<2>);
#else
  auto train = wf::data::loader<rows>(table, wf::batch_size<3>, wf::drop_if_below<5>);
#endif
  return train.batches() == 1 ? 0 : 1;
}
