// SPDX-License-Identifier: Apache-2.0
// PyTorch: -1 wraps around to 255 in a uint8 mask, and the ignore_index is never met.
// expect: WF811 | values: ignore | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct part : wf::label_set<21> {};
#ifdef FIXED
using masks = wf::tensor<std::int32_t, wf::class_index<part, wf::ignore<-1>>, wf::axes<wf::dim<3>>>;
#else
using masks = wf::tensor<std::uint8_t, wf::class_index<part, wf::ignore<-1>>, wf::axes<wf::dim<3>>>;
#endif

int main() {
  auto const y = wf::refine<masks>(std::vector<int>{0, -1, 20});
  return y.value()(2) == 20 ? 0 : 1;
}
