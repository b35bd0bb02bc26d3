// SPDX-License-Identifier: Apache-2.0
// PyTorch: sum(dim=1) of a square attention matrix is right or wrong by the order of two equal extents.
// expect: WF370 | values: dim<4 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct height;
struct width;

int main() {
#ifdef FIXED
  using square = wf::axes<wf::axis<height, 4>, wf::axis<width, 4>>;
  using summed = wf::axis<width, 4>;
#else
  using square = wf::axes<wf::dim<4>, wf::dim<4>>;
  using summed = wf::dim<4>;
#endif
  auto x = wf::tensor<float, wf::real, square>::uninitialised();
  for (int i = 0; i < 16; ++i) x.unchecked_data()[i] = 1;
  return wf::sum<summed>(x)(3) == 4 ? 0 : 1;
}
