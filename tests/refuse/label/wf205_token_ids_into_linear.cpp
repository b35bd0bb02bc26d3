// SPDX-License-Identifier: Apache-2.0
// PyTorch: token ids that are cast to float go into a linear layer as if they were quantities.
// expect: WF205 | values: token_id<word> | lines: 12
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct word : wf::label_set<5> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const ids = wf::refine<wf::tensor<std::int64_t, wf::token_id<word>, wf::axes<row, wf::dim<4>>>>(
                       std::array{0, 4, 1, 2, 3, 0, 0, 1})
                       .value();
#ifdef FIXED
  auto const z = net.eval(x);
#else
  auto const z = net.eval(ids);
#endif
  auto const* w = net.numbers().parameters();
  return std::abs(z(0, 0) - (w[0] + w[12])) < 1e-6f && ids(0, 1) == 4 ? 0 : 1;
}
