// SPDX-License-Identifier: Apache-2.0
// PyTorch: labels changed after the check are met on the device, as an assert.
// expect: WF512 | values: class_index<letter | lines: 12
#include <array>
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto const two = wf::refine<labels>(std::array{2, 1}).value();
#else
  auto two = y; two.mutable_data()[0] = 77;
#endif
  return two(0) == 2 && net.eval(x).rows() == 2 ? 0 : 1;
}
