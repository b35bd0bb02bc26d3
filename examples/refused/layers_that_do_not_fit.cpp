// SPDX-License-Identifier: Apache-2.0
// In PyTorch: "mat1 and mat2 shapes cannot be multiplied", at run time, when the first batch reaches the
// layer. In Wellformed: [WF314] each layer states the axis that it reads, and the chain is checked when it is
// formed.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<64, 128>(), wf::nn::relu(), wf::nn::linear<100, digit>());
  wf::nn::initialise(net, wf::seed{7});
}
