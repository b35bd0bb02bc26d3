// SPDX-License-Identifier: Apache-2.0
// PyTorch: silent; half of the range of the output is never asked for.
// expect: WF167 | values: signed_unit, unit_interval | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using images = wf::tensor<float, wf::unit_interval, wf::axes<wf::batch<rows, 2>, wf::dim<4>>>;

int main() {
  auto const x = wf::refine<images>(std::array{0.0f, 0.25f, 0.5f, 1.0f, 1.0f, 0.5f, 0.25f, 0.0f}).value();
  auto net = wf::nn::sequential(wf::nn::linear<4, 2>(), wf::nn::linear<2, 4>(), wf::nn::tanh());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto const loss = wf::mse_loss(net.train(x), x * 2.0f - 1.0f);
#else
  auto const loss = wf::mse_loss(net.train(x), x);
#endif
  return loss.item() > 0 ? 0 : 1;
}
