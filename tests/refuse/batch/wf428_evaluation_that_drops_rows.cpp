// SPDX-License-Identifier: Apache-2.0
// PyTorch: the accuracy is of another data set than the one reported, silently.
// expect: WF428 | lines: 12
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
#ifdef FIXED
  auto loader = wf::data::loader<rows>(table, wf::batch_size<2>, wf::keep);
#else
  auto loader = wf::data::loader<rows>(table, wf::batch_size<2>, wf::drop);
#endif
  return wf::metrics::evaluate(net, loader).rows() == 3 ? 0 : 1;
}
