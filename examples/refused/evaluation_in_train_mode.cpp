// SPDX-License-Identifier: Apache-2.0
// In PyTorch: without net.eval() dropout still drops and batch norm still uses the batch, so the accuracy is
// wrong by some points and depends on the batch size. Nothing is reported. In Wellformed: [WF703] train(x)
// and eval(x) give different types, and a metric takes the second.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {};
struct train_rows;
struct test_rows;

int main() {
  using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<digit>>;
  auto rows = wf::data::read_csv<schema>("digits.csv").value();
  auto test = wf::data::loader<test_rows>(rows, wf::batch_size<64>, wf::drop_if_below<2>);
  auto net =
      wf::nn::sequential(wf::nn::linear<64, 128>(), wf::nn::batch_norm<128>(), wf::nn::linear<128, digit>());
  wf::metrics::ratio hits;
  for (auto& b : test) hits += wf::metrics::accuracy(net.train(b.x), b.y);
}
