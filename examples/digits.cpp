// SPDX-License-Identifier: Apache-2.0
// Trains a classifier of handwritten digits (8 x 8 pixels) and shows how well it reads unseen ones.
#include <cstdlib>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {
  static constexpr char const* names[] = {"zero", "one", "two",   "three", "four",
                                          "five", "six", "seven", "eight", "nine"};
};
struct train_rows;
struct test_rows;

int main(int count, char** arguments) {
  auto const seed = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 7;
  using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<digit>>;

  auto rows = wf::data::read_csv<schema>("digits.csv").value();
  auto parts = wf::data::split(rows, 0.8, wf::seed{seed});
  auto train =
      wf::data::loader<train_rows>(parts.train, wf::batch_size<64>, wf::drop_if_below<2>, wf::shuffle{seed});
  auto test = wf::data::loader<test_rows>(parts.test, wf::batch_size<64>);

  auto net = wf::nn::sequential(wf::nn::linear<64, 256>(), wf::nn::batch_norm<256>(), wf::nn::relu(),
                                wf::nn::linear<256, digit>());
  wf::nn::initialise(net, wf::seed{seed});
  auto opt = wf::optim::adamw(net, {.lr = 1e-2, .weight_decay = 0.05});
  opt.schedule(wf::optim::cosine{.total_steps = 20 * train.batches()});
  auto step = wf::train::step(net, opt, [](auto& n, auto& b) {
    return wf::cross_entropy(n.train(b.x), b.y, wf::label_smoothing{0.1});
  });

  wf::train::run run("digits-run");
  for (auto& b : run.epochs(train, 20)) run.log(step(b));
  run.report(wf::metrics::evaluate(net, test));
}
