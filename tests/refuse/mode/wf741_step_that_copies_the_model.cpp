// SPDX-License-Identifier: Apache-2.0
// PyTorch: Python passes references; copy.deepcopy(model) in a step trains the copy.
// expect: WF741 | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct rows;
using schema = wf::data::columns<wf::features<2>, wf::class_index<digit>>;

int main() {
  auto const table = wf::data::from_memory<schema>(std::vector(12, 0.5), std::vector(6, 1)).value();
  auto train = wf::data::loader<rows>(table, wf::batch_size<3>);
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
#ifdef FIXED
  auto step = wf::train::step(net, opt, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
#else
  auto step = wf::train::step(net, opt, [](auto n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
#endif
  return step(*train.begin()).step() == 1 ? 0 : 1;
}
