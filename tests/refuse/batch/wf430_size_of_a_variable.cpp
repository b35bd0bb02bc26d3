// SPDX-License-Identifier: Apache-2.0
// PyTorch: DataLoader(rows, 64) leaves the last batch to chance.
// expect: WF430 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct train_rows;

int main() {
  using schema = wf::data::columns<wf::features<2>, wf::class_index<digit>>;
  auto const rows = wf::data::from_memory<schema>(std::vector{1, 0, 0, 1, 1, 1}, std::vector{0, 1, 2}).value();
#ifdef FIXED
  auto train = wf::data::loader<train_rows>(rows, wf::batch_size<2>);
#else
  auto train = wf::data::loader<train_rows>(rows, 2);
#endif
  return train.batches() > 0 ? 0 : 1;
}
