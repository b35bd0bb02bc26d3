// SPDX-License-Identifier: Apache-2.0
// An autoencoder whose decoder is its encoder transposed: the numbers are held once.
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct code;
struct rows;
using inputs = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 2>, wf::dim<4>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::tied<code>(wf::nn::linear<4, 2>()),
                                wf::nn::tied_transposed<code>(wf::nn::linear<2, 4>()));
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.05});
  auto const x = inputs::of({1, 0, -1, 0, 0, 1, 0, -1});
  double first = 0, last = 0;
  for (int i = 0; i < 200; ++i) {
    auto loss = wf::mse_loss(net.train(x), x);
    last = loss.item();
    if (i == 0) first = last;
    opt.step(std::move(loss).backward());
  }
  return net.parameter_count == 8 + 2 + 4 && last < first / 10 ? 0 : 1;
}
