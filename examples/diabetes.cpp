// SPDX-License-Identifier: Apache-2.0
// Predicts how far diabetes has progressed in a year, from ten measurements. Returns 1 if less than 0.4 of
// the variance is explained; a linear model reaches about a half.
#include <cstdio>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct train_rows;
struct test_rows;

int main() {
  auto rows =
      wf::data::read_csv<wf::data::columns<wf::features<10>, wf::regression<1>>>("diabetes.csv").value();
  auto parts = wf::data::split(rows, 0.7, wf::seed{7});
  auto train =
      wf::data::loader<train_rows>(parts.train, wf::batch_size<32>, wf::drop_if_below<2>, wf::shuffle{7});
  auto test = wf::data::loader<test_rows>(parts.test, wf::batch_size<64>);

  auto net = wf::nn::sequential(wf::nn::batch_norm<10>(), wf::nn::linear<10, 1>());
  wf::nn::initialise(net, wf::seed{7});
  auto opt = wf::optim::adam(net, {.lr = 1});
  auto step = wf::train::step(net, opt, [](auto& n, auto& b) { return wf::mse_loss(n.train(b.x), b.y); });

  for (int epoch = 0; epoch < 60; ++epoch) {
    for (auto& b : train) step(b);
  }
  wf::metrics::regression_errors errors;
  for (auto& b : test) errors.add(net.eval(b.x), b.y);
  std::printf("%.1f points off (root of the mean square), %.2f of the variance explained\n", errors.rmse(),
              errors.r2());
  return errors.r2() >= 0.4 ? 0 : 1;
}
