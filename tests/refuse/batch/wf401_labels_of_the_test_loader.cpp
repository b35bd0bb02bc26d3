// SPDX-License-Identifier: Apache-2.0
// PyTorch: a copied line takes the labels of the other loader; shapes agree and the loss does not fall.
// expect: WF401 | values: rows, others | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
struct others;

int main() {
  using schema = wf::data::columns<wf::features<2>, wf::class_index<letter>>;
  auto const table = wf::data::from_memory<schema>(std::array{1, 0, 0, 1, 1, 1}, std::array{0, 1, 2}).value();
  auto train = wf::data::loader<rows>(table, wf::batch_size<3>);
  auto test = wf::data::loader<others>(table, wf::batch_size<3>);
  auto net = wf::nn::sequential(wf::nn::linear<2, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto& a = *train.begin();
  [[maybe_unused]] auto& b = *test.begin();
#ifdef FIXED
  auto loss = wf::cross_entropy(net.train(a.x), a.y);
#else
  auto loss = wf::cross_entropy(net.train(a.x), b.y);
#endif
  return loss.item() > 0.1 && loss.item() < 4 && loss.rows() == 3 ? 0 : 1;
}
