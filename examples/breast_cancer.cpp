// SPDX-License-Identifier: Apache-2.0
// Tells malignant tumours from benign ones, which are more frequent. Returns 1 if a malignant one does not
// get the greater score in 97 of 100 pairs.
#include <cstdio>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct tumour : wf::label_set<2> {
  static constexpr char const* names[] = {"benign", "malignant"};
};
struct train_rows;
struct test_rows;

int main() {
  auto rows = wf::data::read_csv<wf::data::columns<wf::features<30>, wf::binary<tumour>>>("breast_cancer.csv")
                  .value();
  auto parts = wf::data::split(rows, 0.7, wf::seed{1});
  auto train =
      wf::data::loader<train_rows>(parts.train, wf::batch_size<32>, wf::drop_if_below<2>, wf::shuffle{1});
  auto test = wf::data::loader<test_rows>(parts.test, wf::batch_size<64>);

  // The columns differ in scale by a factor of a million: normalisation comes first.
  auto net = wf::nn::sequential(wf::nn::batch_norm<30>(), wf::nn::linear<30, wf::binary<tumour>>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 1e-2});
  auto const weight = wf::pos_weight<wf::binary<tumour>>::of({357.0 / 212.0});  // benign rows over malignant
  auto step = wf::train::step(net, opt, [&](auto& n, auto& b) {
    return wf::binary_cross_entropy_with_logits(n.train(b.x), b.y, weight);
  });

  for (int epoch = 0; epoch < 30; ++epoch) {
    for (auto& b : train) step(b);
  }
  wf::metrics::ranking<tumour> ranking;
  for (auto& b : test) ranking.add(net.eval(b.x), b.y);
  auto const report = wf::metrics::evaluate(net, test);
  std::printf("area under the ROC curve %.3f, average precision %.3f, recall of malignant tumours %.3f\n",
              ranking.auroc(), ranking.average_precision(), report.confusion.recall(1).value());
  return ranking.auroc() >= 0.97 ? 0 : 1;
}
