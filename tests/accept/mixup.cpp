// SPDX-License-Identifier: Apache-2.0
// Mixup: rows and one-hot labels are mixed with those of the same batch in reverse order.
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
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<15>, wf::drop, wf::shuffle{1});
  using axis = decltype(train)::batch_axis;
  std::vector<int> reverse;
  for (int i = 0; i < 15; ++i) reverse.push_back(14 - i);
  auto const order =
      wf::refine<wf::tensor<std::int64_t, wf::index_into<axis>, wf::axes<axis>>>(reverse).value();
  for (int epoch = 0; epoch < 60; ++epoch) {
    for (auto& b : train) {
      auto const y = wf::to_one_hot(b.y);
      auto const x = 0.8f * b.x + 0.2f * wf::gather<points>(b.x, order);
      auto const mixed = wf::mixup(y, wf::gather<points>(y, order), 0.8);
      opt.step(wf::cross_entropy(net.train(x), mixed).backward());
    }
  }
  auto all = wf::data::loader<points>(clouds(), wf::batch_size<15>);
  return wf::metrics::evaluate(net, all).accuracy() > 0.9 ? 0 : 1;
}
