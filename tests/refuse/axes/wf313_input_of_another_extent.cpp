// SPDX-License-Identifier: Apache-2.0
// PyTorch: "mat1 and mat2 shapes cannot be multiplied", in the first batch.
// expect: WF313 | values: dim<4, dim<5 | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<5, letter>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const z = net.eval(x);
  auto const* w = net.numbers().parameters();
  return std::abs(z(0, 0) - (w[0] + w[12])) < 1e-6f ? 0 : 1;
}
