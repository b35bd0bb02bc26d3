// SPDX-License-Identifier: Apache-2.0
// One step of gradient descent, computed by hand, to the last digits.
#include <cmath>
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using inputs = wf::tensor<double, wf::real, wf::axes<wf::batch<rows, 2>, wf::dim<1>>>;

int main() {
  auto net = wf::nn::sequential<double>(wf::nn::linear<1, 1>());
  wf::nn::initialise(net, wf::seed{1});
  auto* w = net.numbers().parameters();
  w[0] = 2;
  w[1] = 1;
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const x = inputs::of({1, 3}), y = inputs::of({2, 8});
  auto loss = wf::mse_loss(net.train(x), y);  // (3 - 2)^2 and (7 - 8)^2
  bool const right = loss.item() == 1;
  opt.step(std::move(loss).backward());  // slopes: (1 * 1 - 1 * 3) = -2 by w, 0 by b
  return right && std::abs(w[0] - 2.2) < 1e-15 && std::abs(w[1] - 1) < 1e-15 ? 0 : 1;
}
