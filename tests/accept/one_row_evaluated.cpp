// SPDX-License-Identifier: Apache-2.0
// A net with batch norm trains on batches of at least two rows and predicts for one.
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
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::batch_norm<8>(), wf::nn::relu(),
                                wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::drop_if_below<2>, wf::shuffle{1});
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
  }
  using one = wf::tensor<float, wf::real, wf::axes<wf::batch<struct request, 1>, wf::dim<2>>>;
  auto const p = wf::softmax(net.eval(one::of({2, 0})));
  return wf::argmax<cloud>(p)(0) == 0 && p(0, 0) > 0.5f ? 0 : 1;
}
