// SPDX-License-Identifier: Apache-2.0
// PyTorch: 3 - 4 in uint8 is 255: the difference of two images wraps silently.
// expect: WF502 | values: got | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

int main() {
  using bytes = wf::tensor<std::uint8_t, wf::real, wf::axes<wf::dim<2>>>;
  auto const a = bytes::of({3, 4});
  auto const b = bytes::of({4, 3});
#ifdef FIXED
  auto const gap = wf::eval(wf::cast<float>(a) - wf::cast<float>(b));
#else
  auto const gap = wf::eval(a - b);
#endif
  return gap(0) == -1 ? 0 : 1;
}
