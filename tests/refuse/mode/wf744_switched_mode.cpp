// SPDX-License-Identifier: Apache-2.0
// PyTorch: net.eval() is a flag; forgotten, batch norm and dropout go on as in training.
// expect: WF744 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct train_rows;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>>>::of({1, 2});
  using labels = wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<wf::dim<1>>>;
  auto const y = wf::refine<labels>(std::vector{2}).value();
#ifdef FIXED
  auto const z = net.eval(x);
#else
  net.eval();
  auto const z = net.eval(x);
#endif
  return z(0, 0) == z(0, 0) && opt.steps() == 0 && y(0) == 2 ? 0 : 1;
}
