// SPDX-License-Identifier: Apache-2.0
// The confusion matrix knows the names of its classes; counts of batches add up.
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
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
  }
  wf::metrics::confusion<cloud> counts;
  wf::metrics::ratio best_two;
  for (auto& b : train) {
    auto const z = net.eval(b.x);
    counts.add(z, b.y);
    best_two += wf::metrics::top_k<2>(z, b.y);
  }
  bool const named = wf::name_of<cloud>(2)[0] == 'l' && wf::name_of<cloud>(3) == nullptr;
  return named && counts.rows() == 60 && counts(1, 1) == 20 && best_two.value() == 1.0 ? 0 : 1;
}
