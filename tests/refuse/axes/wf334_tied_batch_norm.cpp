// SPDX-License-Identifier: Apache-2.0
// PyTorch: one nn.BatchNorm1d in two places mixes the statistics of both, and evaluation fits neither.
// expect: WF334 | values: batch_norm_layer | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct both;

int main() {
#ifdef FIXED
  auto const norm = wf::nn::batch_norm<4>();
#else
  auto const norm = wf::nn::tied<both>(wf::nn::batch_norm<4>());
#endif
  auto net = wf::nn::sequential(wf::nn::linear<4, 4>(), norm, wf::nn::linear<4, 4>(), norm);
  wf::nn::initialise(net, wf::seed{1});
  return net.parameter_count == 56 ? 0 : 1;
}
