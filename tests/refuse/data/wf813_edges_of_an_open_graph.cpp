// SPDX-License-Identifier: Apache-2.0
// PyTorch: an edge to a node that does not exist is a device-side assert in index_select.
// expect: WF813 | values: index_into | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct nodes;
using ends = wf::tensor<std::int64_t, wf::index_into<wf::axis<nodes, 1, wf::unbounded>>, wf::axes<wf::dim<2>>>;

int main() {
  std::vector<int> const raw{0, 41};
#ifdef FIXED
  auto const y = wf::refine<ends>(raw, {2}, wf::within{42});
#else
  auto const y = wf::refine<ends>(raw, {2});
#endif
  return y.value()(1) == 41 ? 0 : 1;
}
