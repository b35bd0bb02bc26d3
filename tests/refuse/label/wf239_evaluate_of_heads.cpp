// SPDX-License-Identifier: Apache-2.0
// PyTorch: model(x) gives a tuple, and argmax fails: "tuple has no attribute argmax".
// expect: WF239 | values: class_index | lines: 12
#include <tuple>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct rows;
struct weight : wf::label_set<2> {};
using schema = wf::data::columns<wf::features<2>, wf::class_index<digit>>;

int main() {
  auto const table = wf::data::from_memory<schema>(std::vector(12, 0.5), std::vector(6, 1)).value();
  auto train = wf::data::loader<rows>(table, wf::batch_size<3>);
  auto net = wf::nn::sequential(wf::nn::heads(wf::nn::linear<2, digit>(), wf::nn::linear<2, weight>()));
  wf::nn::initialise(net, wf::seed{1});
  wf::metrics::ratio hits;
#ifdef FIXED
  for (auto& b : train) hits += wf::metrics::accuracy(std::get<0>(net.eval(b.x)), b.y);
#else
  hits = wf::metrics::evaluate(net, train).accuracy();
#endif
  return hits.rows == 6 ? 0 : 1;
}
