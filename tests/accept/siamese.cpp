// SPDX-License-Identifier: Apache-2.0
// One model on two inputs: the gradients of both passes add up in one step.
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using inputs = wf::tensor<double, wf::real, wf::axes<wf::batch<rows, 2>, wf::dim<2>>>;

int main() {
  auto net = wf::nn::sequential<double>(wf::nn::linear<2, 2>(wf::nn::no_bias{}));
  wf::nn::initialise(net, wf::seed{1});
  auto const a = inputs::of({1, 2, 3, 4}), b = inputs::of({0, 1, 1, 0});
  auto together = wf::mse_loss(net.train(a), net.train(b)).backward();
  auto apart = wf::mse_loss(net.train(a - b), 0.0 * a).backward();
  for (int i = 0; i < 4; ++i) {
    double const one = together.entry(net.numbers()).values()[i],
                 other = apart.entry(net.numbers()).values()[i];
    if (std::abs(one - other) > 1e-12) return 1;
  }
  return 0;
}
