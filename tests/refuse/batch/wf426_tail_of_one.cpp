// SPDX-License-Identifier: Apache-2.0
// PyTorch: batch norm meets a last batch of one row, at the end of the first epoch.
// expect: WF426 | values: data_set_rows<5, last_batch<1, 3 | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct mood : wf::label_set<2> {};
struct left;
struct right;
using schema = wf::data::columns<wf::features<1>, wf::class_index<mood>>;

int main() {
  auto const some = wf::data::from_memory<schema>(std::vector{1., 2., 3., 4., 5.}, std::vector{0, 1, 0, 1, 0}).value();
  auto const rows = wf::data::static_rows<5>(some);
#ifdef FIXED
  auto a = wf::data::loader<left>(rows, wf::batch_size<3>, wf::keep_at_least<2>);
#else
  auto a = wf::data::loader<left>(rows, wf::batch_size<2>, wf::keep_at_least<2>);
#endif
  return a.batches() >= 2 ? 0 : 1;
}
