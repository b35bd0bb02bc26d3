// SPDX-License-Identifier: Apache-2.0
// A data set of known length: 60 rows by 16 leave 12, so batch norm needs no policy.
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
  auto const table = wf::data::static_rows<60>(clouds());
  auto train = wf::data::loader<points>(table, wf::batch_size<16>);
  static_assert(decltype(train)::batch_axis::min == 12 && decltype(train)::batch_axis::max == 16);
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::batch_norm<8>(), wf::nn::relu(),
                                wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
  }
  return wf::metrics::evaluate(net, train).accuracy() == 1.0 ? 0 : 1;
}
