// SPDX-License-Identifier: Apache-2.0
// PyTorch: torch.int16 exists, and most operations then fail with "not implemented for Short".
// expect: WF517 | values: short | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
using counts = wf::tensor<std::int32_t, wf::real, wf::axes<wf::dim<2>>>;
#else
using counts = wf::tensor<short, wf::real, wf::axes<wf::dim<2>>>;
#endif

int main() {
  auto const x = counts::of({1, 2});
  return wf::cast<float>(x)(1) == 2 ? 0 : 1;
}
