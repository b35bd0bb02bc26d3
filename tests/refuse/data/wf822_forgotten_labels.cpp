// SPDX-License-Identifier: Apache-2.0
// PyTorch: TensorDataset(x) yields tuples of one, and the loop fails to unpack them.
// expect: WF822 | values: got_extent<1, required_extent<2 | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct mood : wf::label_set<2> {};
using schema = wf::data::columns<wf::features<1>, wf::class_index<mood>>;

int main() {
  std::vector<float> const x{0.5f, 1.5f};
#ifdef FIXED
  auto const rows = wf::data::from_memory<schema>(x, std::vector<int>{0, 1});
#else
  auto const rows = wf::data::from_memory<schema>(x);
#endif
  return rows.value().rows() == 2 ? 0 : 1;
}
