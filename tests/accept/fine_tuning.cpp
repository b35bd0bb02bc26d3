// SPDX-License-Identifier: Apache-2.0
// A trained body gets a new head for other classes.
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
struct side : wf::label_set<2> {
  static constexpr char const* names[] = {"right", "left"};
};
struct by_side {
  static constexpr wf::index_t to[] = {0, 1, 1};
};

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
  }
  auto fine = wf::nn::replace_head<side>(std::move(net), wf::seed{2});
  auto fine_opt = wf::optim::adamw(fine, {.lr = 0.02});
  wf::metrics::ratio hits;
  for (int epoch = 0; epoch < 30; ++epoch) {
    hits = {};
    for (auto& b : train) {
      auto const y = wf::relabel<side>(b.y, by_side{});
      hits += wf::metrics::accuracy(fine.eval(b.x), y);
      fine_opt.step(wf::cross_entropy(fine.train(b.x), y).backward());
    }
  }
  return hits.value() == 1.0 ? 0 : 1;
}
