// SPDX-License-Identifier: Apache-2.0
// PyTorch: a softmax layer at the end of the net, and CrossEntropyLoss: accuracy stalls, nothing is said.
// expect: WF101 | values: simplex, class_index<letter | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
#else
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>(), wf::nn::softmax());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto loss = wf::cross_entropy(net.train(x), y);
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 2 ? 0 : 1;
}
