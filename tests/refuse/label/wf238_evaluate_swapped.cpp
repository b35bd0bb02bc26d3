// SPDX-License-Identifier: Apache-2.0
// PyTorch: evaluate(loader, model) fails inside of the loop: "DataLoader object is not callable".
// expect: WF238 | values: model, loader_of | lines: 12
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
#ifdef FIXED
  auto const report = wf::metrics::evaluate(net, train);
#else
  auto const report = wf::metrics::evaluate(train, net);
#endif
  return report.accuracy().rows == 6 ? 0 : 1;
}
