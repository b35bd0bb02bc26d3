// SPDX-License-Identifier: Apache-2.0
// One positive row in ten: pos_weight, one column, and metrics of the named answer.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct alarm : wf::label_set<2> {
  static constexpr char const* names[] = {"quiet", "fire"};
};
struct rooms;
using schema = wf::data::columns<wf::features<1>, wf::binary<alarm>>;

int main() {
  std::vector<double> x;
  std::vector<int> y;
  for (int i = 0; i < 100; ++i) {
    y.push_back(i % 10 == 0 ? 1 : 0);
    x.push_back((i % 10 == 0 ? 1 : -1) + 0.01 * (i % 7));
  }
  auto train = wf::data::loader<rooms>(wf::data::from_memory<schema>(x, y).value(), wf::batch_size<20>,
                                       wf::shuffle{3});
  auto net = wf::nn::sequential(wf::nn::linear<1, wf::binary<alarm>>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.1});
  auto const weight = wf::pos_weight<wf::binary<alarm>>::of({9});
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train)
      opt.step(wf::binary_cross_entropy_with_logits(net.train(b.x), b.y, weight).backward());
  }
  auto const report = wf::metrics::evaluate(net, train);
  return report.confusion.recall(1) == 1.0 && report.confusion.precision(1) == 1.0 ? 0 : 1;
}
