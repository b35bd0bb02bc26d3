// SPDX-License-Identifier: Apache-2.0
// A loss of one's own: any formula over tracked values, here a margin between two predictions.
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct pairs;
using row = wf::batch<pairs, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<2>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 1>(wf::nn::no_bias{}));
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const good = inputs::of({1, 0, 1, 1}), bad = inputs::of({-1, 0, -1, 1});
  double last = 1;
  for (int i = 0; i < 100; ++i) {
    auto gap = net.train(good) - net.train(bad);
    auto loss = wf::loss_of(wf::relu(1.0f - std::move(gap)));
    last = loss.item();
    opt.step(std::move(loss).backward());
  }
  return last < 1e-3 && net.numbers().parameters()[0] >= 0.499f ? 0 : 1;
}
