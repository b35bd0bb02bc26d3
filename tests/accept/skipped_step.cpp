// SPDX-License-Identifier: Apache-2.0
// A step whose loss is not finite is skipped by policy; weights and statistics stay.

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using inputs = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 2>, wf::dim<1>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<1, 4>(), wf::nn::batch_norm<4>(), wf::nn::linear<4, 1>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  opt.on_non_finite(wf::optim::skip_step);
  auto const good = inputs::of({1, 2}), bad = inputs::of({1, 3e38f});
  float const before = net.numbers().parameters()[0], statistic = net.numbers().buffers()[0];
  auto const result = opt.step(wf::mse_loss(net.train(good), bad * 3e38f).backward());
  bool const kept = net.numbers().parameters()[0] == before && net.numbers().buffers()[0] == statistic;
  opt.step(wf::mse_loss(net.train(good), good).backward());
  return result.skipped() && kept && opt.skipped() == 1 && opt.steps() == 1 ? 0 : 1;
}
