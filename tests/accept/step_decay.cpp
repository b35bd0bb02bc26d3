// SPDX-License-Identifier: Apache-2.0
// The learning rate falls by ten every five steps.
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
  auto opt = wf::optim::adamw(net, {.lr = 0.1, .weight_decay = 0});
  opt.schedule(wf::optim::step_decay{.every = 5, .gamma = 0.1});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  std::vector<double> rates;
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (auto& b : train) rates.push_back(opt.step(wf::cross_entropy(net.train(b.x), b.y).backward()).lr());
  }
  return std::abs(rates[4] - 0.1) < 1e-12 && std::abs(rates[5] - 0.01) < 1e-12 &&
                 std::abs(rates[11] - 0.001) < 1e-12
             ? 0
             : 1;
}
