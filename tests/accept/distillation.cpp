// SPDX-License-Identifier: Apache-2.0
// A student learns the softened distribution of a teacher: kl_div of log_softmax against softmax.
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
  auto teacher = wf::nn::sequential(wf::nn::linear<2, 16>(), wf::nn::relu(), wf::nn::linear<16, cloud>());
  auto net = wf::nn::sequential(wf::nn::linear<2, cloud>());
  wf::nn::initialise(teacher, wf::seed{1});
  wf::nn::initialise(net, wf::seed{2});
  auto opt = wf::optim::adam(net, {.lr = 0.05});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  double first = 0, last = 0;
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& b : train) {
      auto const soft = wf::softmax(teacher.eval(b.x) / 2.0f);
      auto loss = 4.0 * wf::kl_div(wf::log_softmax(net.train(b.x) / 2.0f), soft);
      last = loss.item();
      if (first == 0) first = last;
      opt.step(std::move(loss).backward());
    }
  }
  return last >= 0 && last < first / 4 ? 0 : 1;
}
