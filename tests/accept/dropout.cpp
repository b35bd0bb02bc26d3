// SPDX-License-Identifier: Apache-2.0
// Dropout acts in training and not in evaluation, and draws anew each step.
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
  auto net = wf::nn::sequential(wf::nn::linear<2, 32>(), wf::nn::relu(), wf::nn::dropout(0.5),
                                wf::nn::linear<32, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  auto& b = *train.begin();
  float const first = net.train(b.x).value()(0, 0);
  bool const still = net.eval(b.x)(0, 0) == net.eval(b.x)(0, 0);
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& each : train) opt.step(wf::cross_entropy(net.train(each.x), each.y).backward());
  }
  if (!still || first == net.train((*train.begin()).x).value()(0, 0)) return 1;
  return wf::metrics::evaluate(net, train).accuracy() == 1.0 ? 0 : 1;
}
