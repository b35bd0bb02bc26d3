// SPDX-License-Identifier: Apache-2.0
// PyTorch: .long() cuts 2.9999 to 2 without a word.
// expect: WF507 | values: float | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<2>>>::of({2.9999f, -0.6f});
#ifdef FIXED
  auto const n = wf::round_to<std::int32_t>(x);
#else
  auto const n = wf::cast<std::int32_t>(x);
#endif
  return n(0) == 3 && n(1) == -1 ? 0 : 1;
}
