// SPDX-License-Identifier: Apache-2.0
// PyTorch: "mat1 and mat2 must have the same dtype, but got Double and Float", in the first batch.
// expect: WF504 | values: double, float | lines: 12
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = wf::tensor<double, wf::real, wf::axes<row, wf::dim<4>>>::of({1, 0, 0, 0, 0, 1, 0, 0});
#ifdef FIXED
  auto const z = net.eval(wf::cast<float>(x));
#else
  auto const z = net.eval(x);
#endif
  auto const* w = net.numbers().parameters();
  return std::abs(z(0, 0) - (w[0] + w[12])) < 1e-6f ? 0 : 1;
}
