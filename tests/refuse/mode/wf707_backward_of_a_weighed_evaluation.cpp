// SPDX-License-Identifier: Apache-2.0
// PyTorch: "element 0 of tensors does not require grad and does not have a grad_fn".
// expect: WF707 | lines: 12
#include <array>

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
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto gradients = (0.5 * wf::cross_entropy(net.train(x), y)).backward();
#else
  auto gradients = (0.5 * wf::cross_entropy(net.eval(x), y)).backward();
#endif
  return gradients.rows() == 2 ? 0 : 1;
}
