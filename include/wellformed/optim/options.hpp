// SPDX-License-Identifier: Apache-2.0
// The numbers of the optimisers, with PyTorch's names and defaults. Checked when an optimiser is made, in
// every build.
#pragma once

#include <array>

namespace wellformed::optim {

struct sgd_options {
  double lr = 0;  ///< has no default, as in PyTorch
  double momentum = 0;
  bool nesterov = false;
  double weight_decay = 0;
};

struct adam_options {
  double lr = 1e-3;
  std::array<double, 2> betas{0.9, 0.999};
  double eps = 1e-8;
  double weight_decay = 0;  ///< added to the gradient
};

struct adamw_options {
  double lr = 1e-3;
  std::array<double, 2> betas{0.9, 0.999};
  double eps = 1e-8;
  double weight_decay = 1e-2;  ///< taken from the weights, apart from the gradient
};

/// Throws WF725 naming the first number outside of its range.
void check(sgd_options const& values);
void check(adam_options const& values);
void check(adamw_options const& values);

/// Throws WF725 unless `lr` is positive and finite.
void check_rate(char const* optimizer, double lr);

}  // namespace wellformed::optim
