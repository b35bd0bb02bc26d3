// SPDX-License-Identifier: Apache-2.0
// An encoder and a classifier with an optimiser each learn from one loss.
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct cloud : wf::label_set<3> {
  static constexpr char const* names[] = {"right", "left above", "left below"};
};
struct points;
using schema = wf::data::columns<wf::features<2>, wf::class_index<cloud>>;

auto clouds() {  // three groups of points
  float const centre[3][2] = {{2, 0}, {-1, 2}, {-1, -2}};
  std::vector<float> x;
  std::vector<int> y;
  for (int i = 0; i < 60; ++i) {
    y.push_back(i % 3);
    for (float const at : centre[i % 3]) x.push_back(at + 0.1f * static_cast<float>(i % 7 - 3));
  }
  return wf::data::from_memory<schema>(x, y).value();
}

int main() {
  auto encoder = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu());
  auto net = wf::nn::sequential(wf::nn::linear<8, cloud>());
  wf::nn::initialise(encoder, wf::seed{1});
  wf::nn::initialise(net, wf::seed{2});
  auto slow = wf::optim::sgd(encoder, {.lr = 0.02});
  auto fast = wf::optim::adam(net, {.lr = 0.05});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  for (int epoch = 0; epoch < 40; ++epoch) {
    for (auto& b : train) {
      auto gradients = wf::cross_entropy(net.train(encoder.train(b.x)), b.y).backward();
      wf::optim::step(std::move(gradients), slow, fast);
    }
  }
  wf::metrics::ratio hits;
  for (auto& b : train) hits += wf::metrics::accuracy(net.eval(encoder.eval(b.x)), b.y);
  return hits.value() == 1.0 && slow.steps() == fast.steps() ? 0 : 1;
}
