// SPDX-License-Identifier: Apache-2.0
// Cosine with warm-up and clipping by the global norm; the rate of each step is told.
#include <cmath>
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
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.5, .momentum = 0.9});
  opt.schedule(wf::optim::cosine{.total_steps = 120, .warm_up = 10}).clip_global_norm(1.0);
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  double highest = 0, last = 1;
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& b : train) {
      auto const done = opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
      highest = done.lr() > highest ? done.lr() : highest;
      last = done.lr();
    }
  }
  if (std::abs(highest - 0.5) > 1e-9 || last > 0.001) return 1;
  return wf::metrics::evaluate(net, train).accuracy() == 1.0 ? 0 : 1;
}
