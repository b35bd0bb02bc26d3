// SPDX-License-Identifier: Apache-2.0
// A student is fitted to the scores of a teacher and to the labels: two losses of one prediction.
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
  auto teacher = wf::nn::sequential(wf::nn::linear<2, cloud>());
  wf::nn::initialise(teacher, wf::seed{3});
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  double first = 0, last = 0;
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) {
      auto [z, again] = wf::share<2>(net.train(b.x));
      auto loss =
          wf::mse_loss(std::move(z), teacher.eval(b.x)) + 0.1 * wf::cross_entropy(std::move(again), b.y);
      last = loss.item();
      if (first == 0) first = last;
      opt.step(std::move(loss).backward());
    }
  }
  return last < first / 2 ? 0 : 1;
}
