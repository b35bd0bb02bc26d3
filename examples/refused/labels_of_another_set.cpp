// SPDX-License-Identifier: Apache-2.0
// In PyTorch: both sets have ten classes, so the shapes agree and training runs. The loss stays at chance, or
// the model learns another order of classes than the one that its users are told. In Wellformed: [WF240] a
// label set is its type, and two sets of ten are two types.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {};
struct garment : wf::label_set<10> {};
struct train_rows;

int main() {
  using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<garment>>;
  auto rows = wf::data::read_csv<schema>("garments.csv").value();
  auto train = wf::data::loader<train_rows>(rows, wf::batch_size<64>);
  auto net = wf::nn::sequential(wf::nn::linear<64, digit>());
  auto opt = wf::optim::adamw(net, {.lr = 1e-3});
  for (auto& b : train) opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
}
