// SPDX-License-Identifier: Apache-2.0
// An autoencoder of pixels: sigmoid at the end and mean squared error against the input; no labels.
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct images;
using schema = wf::data::columns<wf::pixels<8>>;

int main() {
  std::vector<int> raw;
  for (int i = 0; i < 32; ++i) {
    for (int k = 0; k < 8; ++k) raw.push_back(k % 4 == i % 4 ? 255 : 0);
  }
  auto train = wf::data::loader<images>(wf::data::from_memory<schema>(raw).value(), wf::batch_size<8>);
  auto net =
      wf::nn::sequential(wf::nn::linear<8, 4>(), wf::nn::tanh(), wf::nn::linear<4, 8>(), wf::nn::sigmoid());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.05});
  double last = 1;
  for (int epoch = 0; epoch < 100; ++epoch) {
    for (auto& b : train) {
      auto loss = wf::mse_loss(net.train(b.x), b.x);
      last = loss.item();
      opt.step(std::move(loss).backward());
    }
  }
  return last < 0.02 ? 0 : 1;
}
