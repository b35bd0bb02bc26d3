// SPDX-License-Identifier: Apache-2.0
// A const model predicts; train and eval of one model agree where no layer tells them apart.
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
template <class Net, class X>
auto predict(Net const& net, X const& x) {
  return wf::argmax<cloud>(net.eval(x));
}

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  auto const& frozen = net;
  auto& b = *train.begin();
  auto const ids = predict(frozen, b.x);
  auto const same = wf::argmax<cloud>(wf::detach(net.train(b.x)));
  for (wf::index_t i = 0; i < ids.size(); ++i) {
    if (ids(i) != same(i) || ids(i) < 0 || ids(i) > 2) return 1;
  }
  return ids.serial() == b.serial() ? 0 : 1;
}
