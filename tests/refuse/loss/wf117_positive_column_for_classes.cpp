// SPDX-License-Identifier: Apache-2.0
// PyTorch: one logit and CrossEntropyLoss with 0/1 labels: device-side assert `t >= 0 && t < n_classes`.
// expect: WF117 | values: positive<answer>, classes<answer> | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct answer : wf::label_set<2> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y =
      wf::refine<wf::tensor<std::int64_t, wf::class_index<answer>, wf::axes<row>>>(std::array{0, 1}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, answer>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, wf::binary<answer>>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::cross_entropy(net.train(x), y);
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 2 ? 0 : 1;
}
