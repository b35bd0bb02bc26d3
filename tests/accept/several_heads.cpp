// SPDX-License-Identifier: Apache-2.0
// One body, a head for the class and a head for a quantity; their losses are added.
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct cloud : wf::label_set<2> {};
struct points;
using schema = wf::data::columns<wf::features<1>, wf::class_index<cloud>, wf::regression<1>>;

int main() {
  std::vector<double> x, size;
  std::vector<int> y;
  for (int i = 0; i < 32; ++i) {
    x.push_back(i % 2 == 0 ? 1 : -1);
    y.push_back(i % 2);
    size.push_back(3 * x.back());
  }
  auto train = wf::data::loader<points>(wf::data::from_memory<schema>(x, y, size).value(), wf::batch_size<8>);
  auto net = wf::nn::sequential(wf::nn::linear<1, 8>(), wf::nn::tanh(),
                                wf::nn::heads(wf::nn::linear<8, cloud>(), wf::nn::linear<8, 1>()));
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.05});
  double last = 1;
  for (int epoch = 0; epoch < 60; ++epoch) {
    for (auto& b : train) {
      auto [which, how_much] = net.train(b.x);
      auto loss =
          wf::cross_entropy(std::move(which), b.y) + 0.5 * wf::mse_loss(std::move(how_much), b.column<2>());
      last = loss.item();
      opt.step(std::move(loss).backward());
    }
  }
  return last < 0.05 ? 0 : 1;
}
