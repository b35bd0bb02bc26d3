// SPDX-License-Identifier: Apache-2.0
// PyTorch: there are no bounds to swap, so a batch of 1 comes as a surprise.
// expect: WF301 | values: 64, 1 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
#ifdef FIXED
using inputs = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 1, 64>, wf::dim<3>>>;
#else
using inputs = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 64, 1>, wf::dim<3>>>;
#endif

int main() {
  return inputs::rank == 2 ? 0 : 1;
}
