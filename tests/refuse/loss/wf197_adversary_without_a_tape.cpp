// SPDX-License-Identifier: Apache-2.0
// PyTorch: a term that was detached adds to the printed loss, and teaches nothing.
// expect: WF197 | lines: 12
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
  auto const loss = wf::cross_entropy(net.train(x), y) + 0.1 * wf::cross_entropy(net.train(-x), y);
#else
  auto const loss = wf::cross_entropy(net.train(x), y) + 0.1 * wf::cross_entropy(net.eval(-x), y);
#endif
  return loss.item() > 0 ? 0 : 1;
}
