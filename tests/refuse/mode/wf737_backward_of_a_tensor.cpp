// SPDX-License-Identifier: Apache-2.0
// PyTorch: "grad can be implicitly created only for scalar outputs".
// expect: WF737 | lines: 12
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<2> {};
struct rows;
using schema = wf::data::columns<wf::features<2>, wf::class_index<letter>>;

int main() {
  auto table = wf::data::from_memory<schema>(std::vector{1.f, 2.f, 3.f, 4.f, 5.f, 6.f}, std::vector{0, 1, 0}).value();
  auto net = wf::nn::sequential(wf::nn::linear<2, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto loader = wf::data::loader<rows>(table, wf::batch_size<2>);
  for (auto& b : loader) {
#ifdef FIXED
    opt.step(wf::loss_of(net.train(b.x)).backward());
#else
    opt.step(net.train(b.x).backward());
#endif
  }
  return opt.steps() == 2 ? 0 : 1;
}
