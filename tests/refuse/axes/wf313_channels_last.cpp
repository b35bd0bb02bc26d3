// SPDX-License-Identifier: Apache-2.0
// PyTorch: a linear layer mixes time steps instead of channels when both have the same length.
// expect: WF313 | values: channel, time_ | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
struct channel;
struct time_;
using row = wf::batch<rows, 2>;

int main() {
  using steps = wf::axis<time_, 2>;
  using sound = wf::tensor<float, wf::real, wf::axes<row, wf::axis<channel, 2>, steps>>;
  auto net = wf::nn::sequential(wf::nn::linear<wf::axis<channel, 2>, 1>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = sound::of({1, 0, 0, 0, 0, 0, 1, 0});
#ifdef FIXED
  auto const z = net.eval(wf::permute<rows, time_, channel>(x));
#else
  auto const z = net.eval(x);
#endif
  auto const* w = net.numbers().parameters();
  return std::abs(z(1, 0, 0) - (w[1] + w[2])) < 1e-6f ? 0 : 1;
}
