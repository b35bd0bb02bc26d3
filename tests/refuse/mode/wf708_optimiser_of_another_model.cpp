// SPDX-License-Identifier: Apache-2.0
// PyTorch: an optimiser made for the old head steps it for ever: the new one never changes.
// expect: WF708 | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct shape : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

int main() {
  auto old = wf::nn::sequential(wf::nn::linear<4, shape>());
  wf::nn::initialise(old, wf::seed{1});
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
#ifdef FIXED
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
#else
  auto opt = wf::optim::sgd(old, {.lr = 0.1});
#endif
  opt.step(wf::cross_entropy(net.train(x), y).backward());
  return opt.steps() == 1 ? 0 : 1;
}
