// SPDX-License-Identifier: Apache-2.0
// PyTorch: x.shape[2] of a matrix is an IndexError at run time; x.shape[-1] is whatever stands there.
// expect: WF304 | values: width, height | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct height;
struct width;

int main() {
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::axis<height, 2>>>::of({1, 2});
#ifdef FIXED
  auto const length = x.extent<wf::axis<height, 2>>();
#else
  auto const length = x.extent<wf::axis<width, 3>>();
#endif
  return length == 2 ? 0 : 1;
}
