// SPDX-License-Identifier: Apache-2.0
// Training code templated on the model, the loader and the loss, used for two of each.
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
template <class Net, class Loader, class Loss>
double fit(Net& net, Loader& loader, Loss loss, int epochs) {
  auto opt = wf::optim::adam(net, {.lr = 0.05});
  auto step = wf::train::step(net, opt, loss);
  double last = 0;
  for (int i = 0; i < epochs; ++i) {
    for (auto& b : loader) last = step(b).loss();
  }
  return last;
}

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  auto whole = wf::data::loader<struct everything>(clouds(), wf::batch_size<60>);
  auto wide = wf::nn::sequential(wf::nn::linear<2, 32>(), wf::nn::gelu(), wf::nn::layer_norm<32>(),
                                 wf::nn::linear<32, cloud>());
  wf::nn::initialise(wide, wf::seed{2});
  double const a = fit(net, train, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); }, 20);
  double const b =
      fit(wide, whole, [](auto& n, auto& b) { return wf::nll_loss(wf::log_softmax(n.train(b.x)), b.y); }, 60);
  return a < 0.1 && b < 0.1 ? 0 : 1;
}
