// SPDX-License-Identifier: Apache-2.0
// The same classifier in double: data, model and loss.
#include <type_traits>
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
  auto net = wf::nn::sequential<double>(wf::nn::linear<2, 8>(), wf::nn::batch_norm<8>(), wf::nn::tanh(),
                                        wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto const single = clouds();
  std::vector<double> x(single.column<0>().data(), single.column<0>().data() + 120);
  std::vector<std::int64_t> y(single.column<1>().data(), single.column<1>().data() + 60);
  auto const table = wf::data::from_memory<schema, double>(x, y).value();
  auto train = wf::data::loader<points>(table, wf::batch_size<16>, wf::drop_if_below<2>, wf::shuffle{1});
  static_assert(std::is_same_v<decltype(net)::element, double>);
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
  }
  auto all = wf::data::loader<points>(table, wf::batch_size<16>);
  return wf::metrics::evaluate(net, all).accuracy() == 1.0 ? 0 : 1;
}
