// SPDX-License-Identifier: Apache-2.0
// Huber loss: one row in ten is wrong by a hundred, and the slope is still found.
#include <cmath>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct samples;
using schema = wf::data::columns<wf::features<1>, wf::regression<1>>;

int main() {
  std::vector<double> x, y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(0.1 * (i % 13) - 0.6);
    y.push_back(2 * x.back() + (i % 10 == 3 ? 100 : 0));
  }
  auto train =
      wf::data::loader<samples>(wf::data::from_memory<schema>(x, y).value(), wf::batch_size<20>, wf::drop);
  auto net = wf::nn::sequential(wf::nn::linear<1, 1>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.02});
  for (int epoch = 0; epoch < 400; ++epoch) {
    for (auto& b : train) opt.step(wf::huber_loss(net.train(b.x), b.y, wf::huber_delta{0.1}).backward());
  }
  return std::abs(net.numbers().parameters()[0] - 2) < 0.3 ? 0 : 1;
}
