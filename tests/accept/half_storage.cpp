// SPDX-License-Identifier: Apache-2.0
// Features are stored in half and bfloat16 and computed with in float.
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using row = wf::batch<rows, 2>;
using stored = wf::tensor<wf::half, wf::real, wf::axes<row, wf::dim<2>>>;

int main() {
  auto const x = wf::refine<stored>(std::array{0.5, -1.5, 2.0, 0.25}).value();
  auto net = wf::nn::sequential(wf::nn::linear<2, 1>());
  wf::nn::initialise(net, wf::seed{1});
  auto const y = net.eval(wf::cast<float>(x));
  auto const* w = net.numbers().parameters();
  auto const small = wf::cast<wf::bfloat16>(y);
  float const back = wf::cast<float>(small)(1, 0);
  return std::abs(y(0, 0) - (0.5f * w[0] - 1.5f * w[1] + w[2])) < 1e-6f &&
                 std::abs(back - y(1, 0)) <= std::abs(y(1, 0)) / 128
             ? 0
             : 1;
}
