// SPDX-License-Identifier: Apache-2.0
// Names the species of an iris from four lengths of its flower. Returns 1 if fewer than 9 of 10 are named
// right.
#include <cstdio>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct species : wf::label_set<3> {
  static constexpr char const* names[] = {"setosa", "versicolor", "virginica"};
};
struct train_rows;
struct test_rows;

int main() {
  auto rows =
      wf::data::read_csv<wf::data::columns<wf::features<4>, wf::named_class<species>>>("iris.csv").value();
  auto parts = wf::data::stratified_split(rows, 0.7, wf::seed{7});
  auto train = wf::data::loader<train_rows>(parts.train, wf::batch_size<16>, wf::shuffle{7});
  auto test = wf::data::loader<test_rows>(parts.test, wf::batch_size<64>);

  auto net = wf::nn::sequential(wf::nn::linear<4, 16>(), wf::nn::relu(), wf::nn::linear<16, species>());
  wf::nn::initialise(net, wf::seed{7});
  auto opt = wf::optim::adamw(net, {.lr = 1e-2});
  auto step =
      wf::train::step(net, opt, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });

  for (int epoch = 0; epoch < 60; ++epoch) {
    for (auto& b : train) step(b);
  }
  auto const accuracy = wf::metrics::evaluate(net, test).accuracy().value();
  std::printf("%.3f of the flowers are named right\n", accuracy);
  return accuracy >= 0.9 ? 0 : 1;
}
