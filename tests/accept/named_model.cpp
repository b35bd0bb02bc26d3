// SPDX-License-Identifier: Apache-2.0
// A model with a name of the user's, to keep what compilers print short.
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
inline auto body() {
  return wf::nn::sequential(wf::nn::linear<2, 16>(), wf::nn::relu(), wf::nn::linear<16, cloud>());
}
using body_type = decltype(body());
struct classifier : body_type {
  explicit classifier(wf::seed s) : body_type(body()) { wf::nn::initialise(*this, s); }
};
double share_of(classifier const& net, auto& loader) {
  return wf::metrics::evaluate(net, loader).accuracy().value();
}

int main() {
  classifier net(wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  auto step =
      wf::train::step(net, opt, [](classifier& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& b : train) step(b);
  }
  return share_of(net, train) == 1.0 ? 0 : 1;
}
