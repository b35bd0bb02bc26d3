// SPDX-License-Identifier: Apache-2.0
// PyTorch: a build without CUDA says "Torch not compiled with CUDA enabled" when the first tensor moves, at run time.
// expect: WF603 | values: float | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
using device = wf::host;
#else
using device = wf::cuda;
#endif
using numbers = wf::tensor<float, wf::real, wf::axes<wf::dim<2>>>;

int main() {
  auto const x = numbers::of({1, 2});
  auto const there = wf::on_device<numbers, device>::unchecked(x.elements(), x.extents());
  auto const y = wf::eval(there + there);
  return y.size() == 2 ? 0 : 1;
}
