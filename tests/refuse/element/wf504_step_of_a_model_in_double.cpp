// SPDX-License-Identifier: Apache-2.0
// PyTorch: expected scalar type Double but found Float, in the first linear layer.
// expect: WF504 | values: float, double | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};

int main() {
  auto net = wf::nn::sequential<double>(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const x = wf::tensor<float, wf::real, wf::axes<wf::dim<1>, wf::dim<2>>>::of({1, 2});
  using labels = wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<wf::dim<1>>>;
  auto const y = wf::refine<labels>(std::vector{2}).value();
#ifdef FIXED
  auto loss = wf::cross_entropy(net.train(wf::cast<double>(x)), y);
#else
  auto loss = wf::cross_entropy(net.train(x), y);
#endif
  opt.step(std::move(loss).backward());
  return opt.steps() == 1 ? 0 : 1;
}
