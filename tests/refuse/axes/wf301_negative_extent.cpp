// SPDX-License-Identifier: Apache-2.0
// PyTorch: torch.zeros(-3) fails at run time: "Trying to create tensor with negative dimension".
// expect: WF301 | values: dim<-3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
using inputs = wf::tensor<float, wf::real, wf::axes<wf::dim<2>, wf::dim<3>>>;
#else
using inputs = wf::tensor<float, wf::real, wf::axes<wf::dim<2>, wf::dim<-3>>>;
#endif

int main() {
  return inputs::rank == 2 ? 0 : 1;
}
