// SPDX-License-Identifier: Apache-2.0
// PyTorch: a closure that returns the prediction instead of the loss fails in backward() with "grad can
// be implicitly created only for scalar outputs".
// expect: WF728 | values: tracked_value | lines: 12
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
  struct one_batch {
    inputs x;
    labels y;
  };
#ifdef FIXED
  auto step =
      wf::train::step(net, opt, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
#else
  auto step = wf::train::step(net, opt, [](auto& n, auto& b) { return n.train(b.x); });
#endif
  one_batch const b{x, y};
  auto const first = step(b), second = step(b);
  return second.loss() < first.loss() ? 0 : 1;
}
