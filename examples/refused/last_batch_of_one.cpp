// SPDX-License-Identifier: Apache-2.0
// In PyTorch: "Expected more than 1 value per channel when training", raised at the last batch of the first
// epoch: minutes or hours after the start, and only for data sets that leave one row over. In Wellformed:
// [WF420] the loader's type says how few rows a batch can have, and batch norm needs two.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {};
struct train_rows;
struct test_rows;

int main() {
  using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<digit>>;
  auto rows = wf::data::read_csv<schema>("digits.csv").value();
  auto train = wf::data::loader<train_rows>(rows, wf::batch_size<64>);  // wf::drop_if_below<2> is the cure
  auto net =
      wf::nn::sequential(wf::nn::linear<64, 128>(), wf::nn::batch_norm<128>(), wf::nn::linear<128, digit>());
  auto opt = wf::optim::adamw(net, {.lr = 1e-3});
  for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
}
