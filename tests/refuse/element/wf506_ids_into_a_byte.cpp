// SPDX-License-Identifier: Apache-2.0
// PyTorch: ids of 300 classes in uint8 wrap around: class 256 becomes class 0.
// expect: WF506 | values: class_index<digit | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<300> {};
struct rows;
using row = wf::batch<rows, 2>;

int main() {
  auto const y =
      wf::refine<wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<row>>>(std::array{299, 0}).value();
#ifdef FIXED
  auto const small = wf::cast<std::int32_t>(y);
#else
  auto const small = wf::cast<std::uint8_t>(y);
#endif
  return small(0) == 299 ? 0 : 1;
}
