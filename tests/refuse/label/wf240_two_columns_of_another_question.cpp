// SPDX-License-Identifier: Apache-2.0
// PyTorch: two binary heads of one model are given each other's labels.
// expect: WF240 | values: reply, answer | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct answer : wf::label_set<2> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

struct reply : wf::label_set<2> {};

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<wf::tensor<float, wf::binary<answer>, wf::axes<row>>>(std::array{0, 1}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::binary<answer>>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::binary<reply>>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::binary_cross_entropy_with_logits(net.train(x), y);
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 2 ? 0 : 1;
}
