// SPDX-License-Identifier: Apache-2.0
// Two views of one data set in step: zip makes a joint source, so rows of both may meet in one loss.
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
struct second_view;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<20>, wf::shuffle{1});
  auto more = wf::data::loader<second_view>(clouds(), wf::batch_size<20>, wf::shuffle{1});
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& [a, b] : wf::data::zip(train, more)) {
      auto const guess = wf::softmax(net.eval(b.x));
      auto loss = wf::cross_entropy(net.train(a.x), a.y) +
                  0.1 * wf::kl_div(wf::log_softmax(net.train(b.x + 0.01f * a.x)), guess);
      opt.step(std::move(loss).backward());
    }
  }
  return wf::metrics::evaluate(net, train).accuracy() == 1.0 ? 0 : 1;
}
