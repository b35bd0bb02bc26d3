// SPDX-License-Identifier: Apache-2.0
// Two models that play against each other, as a GAN: each optimiser steps its own model.
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct origin : wf::label_set<2> {
  static constexpr char const* names[] = {"made", "real"};
};
struct draws;
using row = wf::batch<draws, 16>;
using noise = wf::tensor<float, wf::real, wf::axes<row, wf::dim<2>>>;
using answers = wf::tensor<float, wf::binary<origin>, wf::axes<row>>;

noise sample(float centre, int salt) {
  auto x = noise::uninitialised();
  for (int i = 0; i < 32; ++i)
    x.mutable_data()[i] = centre + 0.1f * static_cast<float>((i * 7 + salt) % 11 - 5);
  return x;
}

int main() {
  auto maker = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::tanh(), wf::nn::linear<8, 2>());
  auto judge = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::leaky_relu(0.2),
                                  wf::nn::linear<8, wf::binary<origin>>());
  wf::nn::initialise(maker, wf::seed{1});
  wf::nn::initialise(judge, wf::seed{2});
  auto opt_maker = wf::optim::adam(maker, {.lr = 0.01});
  auto opt_judge = wf::optim::adam(judge, {.lr = 0.01});
  auto const real = wf::refine<answers>(std::vector(16, 1)).value();
  auto const made = wf::refine<answers>(std::vector(16, 0)).value();
  for (int i = 0; i < 150; ++i) {
    auto seen = wf::binary_cross_entropy_with_logits(judge.train(sample(3, i)), real);
    auto fake = wf::detach(maker.train(sample(0, i)));
    auto caught = wf::binary_cross_entropy_with_logits(judge.train(fake), made);
    opt_judge.step((std::move(seen) + std::move(caught)).backward());
    auto fooled = wf::binary_cross_entropy_with_logits(judge.train(maker.train(sample(0, i))), real);
    opt_maker.step(std::move(fooled).backward());
  }
  auto const mean = wf::mean_all(wf::mean<draws>(maker.eval(sample(0, 1))));
  return mean.item() > 1 ? 0 : 1;
}
