// SPDX-License-Identifier: Apache-2.0
// In PyTorch: nn.CrossEntropyLoss takes probabilities for logits. Nothing is reported; the model learns
// slowly and stays worse, since the softmax is applied twice. In Wellformed: [WF101] softmax gives a simplex,
// and cross_entropy reads logits.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {};
struct train_rows;
struct test_rows;

int main() {
  using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<digit>>;
  auto rows = wf::data::read_csv<schema>("digits.csv").value();
  auto train = wf::data::loader<train_rows>(rows, wf::batch_size<64>);
  auto net = wf::nn::sequential(wf::nn::linear<64, digit>());
  auto opt = wf::optim::adamw(net, {.lr = 1e-3});
  for (auto& b : train) {
    auto probabilities = wf::softmax<wf::classes<digit>>(net.train(b.x));
    opt.step(wf::cross_entropy(std::move(probabilities), b.y).backward());
  }
}
