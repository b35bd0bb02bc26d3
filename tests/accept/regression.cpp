// SPDX-License-Identifier: Apache-2.0
// Two quantities a row, mean squared error; the weights that made the data are found.
#include <cmath>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct houses;
using schema = wf::data::columns<wf::features<2>, wf::regression<2>>;

int main() {
  std::vector<double> x, y;
  for (int i = 0; i < 40; ++i) {
    double const a = 0.1 * (i % 8), b = 0.1 * (i % 5);
    x.insert(x.end(), {a, b});
    y.insert(y.end(), {2 * a - b + 1, 3 * b});
  }
  auto train = wf::data::loader<houses>(wf::data::from_memory<schema>(x, y).value(), wf::batch_size<10>);
  auto net = wf::nn::sequential(wf::nn::linear<2, 2>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.05});
  for (int epoch = 0; epoch < 300; ++epoch) {
    for (auto& b : train) opt.step(wf::mse_loss(net.train(b.x), b.y).backward());
  }
  auto const* w = net.numbers().parameters();
  return std::abs(w[0] - 2) < 0.02 && std::abs(w[3] - 3) < 0.02 && std::abs(w[4] - 1) < 0.02 ? 0 : 1;
}
