// SPDX-License-Identifier: Apache-2.0
// PyTorch: model(batch) fails inside of the first layer: "linear(): argument input must be Tensor, not
// list".
// expect: WF740 | values: column_batch | lines: 12
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
  auto& b = *train.begin();
#ifdef FIXED
  auto const scores = net.eval(b.x);
#else
  auto const scores = net.eval(b);
#endif
  return scores(0, 0) == scores(1, 0) ? 0 : 1;
}
