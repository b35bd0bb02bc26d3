// SPDX-License-Identifier: Apache-2.0
// Lazy expressions are returned, stored and evaluated after their operands went out of scope.
#include <cmath>
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

using vector = wf::tensor<float, wf::real, wf::axes<wf::dim<3>>>;

auto doubled() {
  auto const local = vector::of({1, 2, 3});
  return local * 2.0f;  // owns its operand
}
auto scaled(auto const& x) {
  auto y = wf::exp(x) + 1.0f;
  return y / wf::eval(wf::exp(x));
}
template <class Net>
auto squared_output(Net& net, vector const& x) {
  return wf::square(net.train(x));  // lazy and tracked
}

int main() {
  auto const later = doubled() + doubled();
  auto const copy = later;
  auto net = wf::nn::sequential(wf::nn::linear<3, 1>(wf::nn::no_bias{}));
  wf::nn::initialise(net, wf::seed{1});
  auto kept = squared_output(net, vector::of({1, 0, 0}));
  float const w = net.numbers().parameters()[0];
  auto gradients = wf::loss_of(std::move(kept)).backward();
  float const slope = gradients.entry(net.numbers()).values()[0];
  bool const lazy = wf::eval(copy)(2) == 12 && wf::eval(scaled(vector::of({0, 0, 0})))(1) == 2;
  return lazy && std::abs(slope - 2 * w) < 1e-6f ? 0 : 1;
}
