// SPDX-License-Identifier: Apache-2.0
// Sigmoid and binary_cross_entropy, for those who want probabilities: as good as the logits.
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct answer : wf::label_set<2> {};
struct rows;
using row = wf::batch<rows, 4>;
using inputs = wf::tensor<double, wf::real, wf::axes<row, wf::dim<1>>>;
using answers = wf::tensor<double, wf::binary<answer>, wf::axes<row>>;

int main() {
  auto net = wf::nn::sequential<double>(wf::nn::linear<1, wf::binary<answer>>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({-2, -1, 1, 2});
  auto const y = wf::refine<answers>(std::array{0, 0, 1, 1}).value();
  double const a = wf::binary_cross_entropy(wf::sigmoid(net.train(x)), y).item();
  double const b = wf::binary_cross_entropy_with_logits(net.train(x), y).item();
  double const share = wf::metrics::accuracy(wf::sigmoid(net.eval(x)), y).value();
  return std::abs(a - b) < 1e-12 && share == wf::metrics::accuracy(net.eval(x), y).value() ? 0 : 1;
}
