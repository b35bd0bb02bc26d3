// SPDX-License-Identifier: Apache-2.0
// PyTorch: "Expected more than 1 value per channel when training", at the last batch of the first epoch.
// expect: WF420 | values: loader_minimum<1 | lines: 12
#include <cmath>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;

int main() {
  using schema = wf::data::columns<wf::features<4>, wf::class_index<letter>>;
  auto const table = wf::data::from_memory<schema>(std::vector(36, 0.5), std::vector(9, 1)).value();
  auto net = wf::nn::sequential(wf::nn::linear<4, 4>(), wf::nn::batch_norm<4>(), wf::nn::relu(),
                                wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
#ifdef FIXED
  auto train = wf::data::loader<rows>(table, wf::batch_size<8>, wf::drop_if_below<2>);
#else
  auto train = wf::data::loader<rows>(table, wf::batch_size<8>);
#endif
  auto& b = *train.begin();
  auto loss = wf::cross_entropy(net.train(b.x), b.y);
  return loss.rows() == 8 && std::isfinite(loss.item()) ? 0 : 1;
}
