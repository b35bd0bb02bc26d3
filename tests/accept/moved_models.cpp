// SPDX-License-Identifier: Apache-2.0
// Models are returned, moved into a vector and swapped; their optimisers stay with them.
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
auto make(wf::seed s) {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, s);
  return net;
}

int main() {
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  std::vector<decltype(make({}))> nets;
  std::vector<decltype(wf::optim::adam(nets.front()))> optimisers;
  for (std::uint64_t i = 0; i < 3; ++i) {
    auto net = make(wf::seed{i});
    optimisers.push_back(wf::optim::adam(net, {.lr = 0.03}));
    nets.push_back(std::move(net));
  }
  std::swap(nets[0], nets[1]);
  std::swap(optimisers[0], optimisers[1]);
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) {
      for (std::size_t i = 0; i < 3; ++i)
        optimisers[i].step(wf::cross_entropy(nets[i].train(b.x), b.y).backward());
    }
  }
  for (auto const& net : nets) {
    if (wf::metrics::evaluate(net, train).accuracy() < 0.99) return 1;
  }
  return 0;
}
