// SPDX-License-Identifier: Apache-2.0
// Ranges of the optimisers' numbers. NaN is outside of every range, also under -ffast-math: bits are tested
// first.
#include <wellformed/optim/options.hpp>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/error.hpp>

namespace wellformed::optim {

namespace {

void refuse(char const* optimizer, char const* name, double value, char const* range) {
  (message(725) << optimizer << ": " << name << " is " << value << "; give " << range).raise();
}

void check_not_negative(char const* optimizer, char const* name, double value) {
  if (!is_finite(value) || value < 0) refuse(optimizer, name, value, "a finite number of 0 or more");
}

void check_below_one(char const* optimizer, char const* name, double value) {
  if (!is_finite(value) || value < 0 || value >= 1) refuse(optimizer, name, value, "a number in [0, 1)");
}

template <class Options>
void check_adam(char const* optimizer, Options const& values) {
  check_rate(optimizer, values.lr);
  check_below_one(optimizer, "betas[0]", values.betas[0]);
  check_below_one(optimizer, "betas[1]", values.betas[1]);
  if (!is_finite(values.eps) || values.eps <= 0) {
    refuse(optimizer, "eps", values.eps, "a positive number, since it keeps the division from zero");
  }
  check_not_negative(optimizer, "weight_decay", values.weight_decay);
}

}  // namespace

void check_rate(char const* optimizer, double lr) {
  if (!is_finite(lr) || lr <= 0)
    refuse(optimizer, "lr", lr, "a positive, finite learning rate, such as {.lr = 1e-3}");
}

void check(sgd_options const& values) {
  check_rate("sgd", values.lr);
  check_below_one("sgd", "momentum", values.momentum);
  check_not_negative("sgd", "weight_decay", values.weight_decay);
  if (values.nesterov && values.momentum == 0) {
    (message(725) << "sgd: nesterov needs a momentum above 0; give {.momentum = 0.9, .nesterov = true}")
        .raise();
  }
}

void check(adam_options const& values) { check_adam("adam", values); }
void check(adamw_options const& values) { check_adam("adamw", values); }

}  // namespace wellformed::optim
