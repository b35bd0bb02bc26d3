// SPDX-License-Identifier: Apache-2.0
// Padded batches: labels come with the mask of the real rows, and losses and metrics leave the
// others out.
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
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<32>, wf::pad, wf::shuffle{1});
  auto plain = wf::data::loader<struct others>(clouds(), wf::batch_size<32>);
  auto step =
      wf::train::step(net, opt, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
  wf::index_t rows = 0;
  for (int epoch = 0; epoch < 30; ++epoch) {
    rows = 0;
    for (auto& b : train) rows += step(b).rows();
  }
  auto const report = wf::metrics::evaluate(net, train);
  return rows == 60 && report.rows() == 60 &&
                 report.accuracy().value() == wf::metrics::evaluate(net, plain).accuracy().value()
             ? 0
             : 1;
}
