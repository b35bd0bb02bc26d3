// SPDX-License-Identifier: Apache-2.0
// PyTorch: labels cast with .float() for a loss are then compared as quantities: class 9 is far from
// class 0.
// expect: WF510 | values: class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto const small = wf::cast<std::uint8_t>(y);
#else
  auto const small = wf::cast<float>(y);
#endif
  return small(1) == 1 ? 0 : 1;
}
