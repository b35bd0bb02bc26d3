// SPDX-License-Identifier: Apache-2.0
// PyTorch: an iterator is made for each loop; here the loader is the iterator, and const.
// expect: WF816 | values: loader_of | lines: 12 | depth: 0
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct rows;
using schema = wf::data::columns<wf::features<2>, wf::class_index<digit>>;

int main() {
  auto const table = wf::data::from_memory<schema>(std::vector(12, 0.5), std::vector(6, 1)).value();
  auto net = wf::nn::sequential(wf::nn::linear<2, digit>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto test = wf::data::loader<rows>(table, wf::batch_size<3>);
#else
  auto const test = wf::data::loader<rows>(table, wf::batch_size<3>);
#endif
  return wf::metrics::evaluate(net, test).accuracy().rows == 6 ? 0 : 1;
}
