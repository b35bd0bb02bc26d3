// SPDX-License-Identifier: Apache-2.0
// PyTorch: model.half() on a CPU fails with "addmm_impl_cpu_ not implemented for Half"; on a GPU the
// updates of Adam underflow.
// expect: WF518 | values: half, float | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
#ifdef FIXED
  auto net = wf::nn::sequential<float>(wf::nn::linear<2, digit>());
#else
  auto net = wf::nn::sequential<wf::half>(wf::nn::linear<2, digit>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>>>::of({1, 2});
  return net.eval(x).size() == 3 ? 0 : 1;
}
