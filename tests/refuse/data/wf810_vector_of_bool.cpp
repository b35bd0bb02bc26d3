// SPDX-License-Identifier: Apache-2.0
// PyTorch: torch.tensor takes a Python list of anything and guesses the type.
// expect: WF810 | values: vector | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct mood : wf::label_set<2> {};
using labels = wf::tensor<float, wf::binary<mood>, wf::axes<wf::dim<2>>>;

int main() {
#ifdef FIXED
  std::vector<std::uint8_t> const raw{0, 1};
#else
  std::vector<bool> const raw{false, true};
#endif
  auto const y = wf::refine<labels>(raw);
  return y.value()(1) == 1 ? 0 : 1;
}
