// SPDX-License-Identifier: Apache-2.0
// Any number of labels a row: multi-hot targets, logits, one weight a label.
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct topic : wf::label_set<3> {
  static constexpr char const* names[] = {"sport", "money", "art"};
};
struct texts;
using schema = wf::data::columns<wf::features<3>, wf::multi_hot<topic>>;

int main() {
  std::vector<int> x;
  for (int i = 0; i < 64; ++i) {
    for (int k = 0; k < 3; ++k) x.push_back(i >> k & 1);
  }
  auto train =
      wf::data::loader<texts>(wf::data::from_memory<schema>(x, x).value(), wf::batch_size<16>, wf::keep);
  auto net = wf::nn::sequential(wf::nn::linear<3, topic>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.3});
  auto const weight = wf::pos_weight<topic>::of({1, 1, 2});
  double last = 1;
  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& b : train) {
      auto loss = wf::binary_cross_entropy_with_logits(net.train(b.x), b.y, weight);
      last = loss.item();
      opt.step(std::move(loss).backward());
    }
  }
  return last < 0.1 ? 0 : 1;
}
