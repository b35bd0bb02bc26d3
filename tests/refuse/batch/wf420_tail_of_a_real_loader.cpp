// SPDX-License-Identifier: Apache-2.0
// PyTorch: 1041 rows in batches of 8 leave one row; training dies after 130 batches.
// expect: WF420 | values: loader_minimum<1, data_set_rows<1041, last_batch<1, 7, 9 | lines: 12
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<3> {};
struct rows;
using schema = wf::data::columns<wf::features<2>, wf::class_index<digit>>;

int main() {
  auto const found = wf::data::from_memory<schema>(std::vector(2082, 0.5), std::vector(1041, 1)).value();
  auto const table = wf::data::static_rows<1041>(found);
  auto net = wf::nn::sequential(wf::nn::linear<2, 4>(), wf::nn::batch_norm<4>(), wf::nn::linear<4, digit>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto train = wf::data::loader<rows>(table, wf::batch_size<9>);
#else
  auto train = wf::data::loader<rows>(table, wf::batch_size<8>);
#endif
  auto& b = *train.begin();
  return wf::cross_entropy(net.train(b.x), b.y).rows() >= 8 ? 0 : 1;
}
