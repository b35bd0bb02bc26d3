// SPDX-License-Identifier: Apache-2.0
// Optimiser rules against PyTorch's formulas, written out in long double over several steps; dropout against
// its stream.
#include <doctest/doctest.h>

#include <wellformed/backend/dropout.hpp>
#include <wellformed/backend/update.hpp>

#include "reference.hpp"

namespace backend = wellformed::backend;
using reference::index_t;
using reference::numbers;
using reference::real;

namespace {

constexpr int steps = 6;

/// torch.optim.SGD with dampening 0, one parameter.
struct sgd_reference {
  backend::sgd_rule rule;
  real p, velocity = 0;

  void step(real g, int number) {
    g += rule.weight_decay * p;
    if (rule.momentum != 0) {
      velocity = number == 1 ? g : rule.momentum * velocity + g;
      g = rule.nesterov ? g + rule.momentum * velocity : velocity;
    }
    p -= rule.lr * g;
  }
};

/// torch.optim.Adam and AdamW, one parameter.
struct adam_reference {
  backend::adam_rule rule;
  real p, first = 0, second = 0;

  void step(real g, int number) {
    if (rule.decoupled)
      p -= static_cast<real>(rule.lr) * rule.weight_decay * p;
    else
      g += rule.weight_decay * p;
    first = rule.beta1 * first + (1 - static_cast<real>(rule.beta1)) * g;
    second = rule.beta2 * second + (1 - static_cast<real>(rule.beta2)) * g * g;
    real const mean = first / (1 - std::pow(static_cast<real>(rule.beta1), number));
    real const square = second / (1 - std::pow(static_cast<real>(rule.beta2), number));
    p -= rule.lr * mean / (std::sqrt(square) + rule.eps);
  }
};

/// Steps every parameter by `update(parameters, gradient, number)` and by the reference beside it.
template <class T, class Reference, class Rule, class Update>
void check(Rule rule, index_t n, Update update) {
  auto p = numbers<T>(n, 1);
  std::vector<Reference> expected;
  for (T const v : p) expected.push_back({rule, v});
  for (int number = 1; number <= steps; ++number) {
    auto const g = numbers<T>(n, 10 + static_cast<unsigned>(number));
    update(p.data(), g.data(), number);
    for (std::size_t i = 0; i < p.size(); ++i) {
      expected[i].step(real(0.25) * g[i], number);
      CHECK(reference::near(p[i], expected[i].p, 1, 32));
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("sgd: momentum, Nesterov, weight decay", T, float, double) {
  for (index_t n : {1, 3, 33}) {
    for (backend::sgd_rule const rule : {backend::sgd_rule{0.125, 0, 0, false},
                                         {0.125, 0, 0.25, false},
                                         {0.125, 0.875, 0, false},
                                         {0.125, 0.875, 0.25, false},
                                         {0.125, 0.875, 0.25, true}}) {
      std::vector<T> velocity(static_cast<std::size_t>(n),
                              static_cast<T>(NAN));  // not read at the first step
      check<T, sgd_reference>(rule, n, [&](T* p, T const* g, int number) {
        backend::sgd(wellformed::host{}, p, rule.momentum == 0 ? nullptr : velocity.data(), g, 0.25, rule,
                     number, n);
      });
    }
  }
}

TEST_CASE_TEMPLATE("adam and adamw: bias correction, both kinds of weight decay", T, float, double) {
  for (index_t n : {1, 3, 33}) {
    for (bool const decoupled : {false, true}) {
      for (double const decay : {0.0, 0.25}) {
        backend::adam_rule const rule{0.0625, 0.875, 0.96875, 1e-8, decay, decoupled};
        std::vector<T> first(static_cast<std::size_t>(n), 0), second(first);
        check<T, adam_reference>(rule, n, [&](T* p, T const* g, int number) {
          backend::adam(wellformed::host{}, p, first.data(), second.data(), g, 0.25, rule, number, n);
        });
      }
    }
  }
}

TEST_CASE("running statistics are committed as decay * old + shift") {
  std::vector<double> buffers{1, 2, 3};
  std::vector<double> const decay{0.5, 1, 0}, shift{1, 0, 7};
  backend::commit_statistics(wellformed::host{}, buffers.data(), decay.data(), shift.data(), 3);
  CHECK(buffers == std::vector<double>{1.5, 2, 7});
}

TEST_CASE("updates of nothing") {
  backend::sgd<float>(wellformed::host{}, nullptr, nullptr, nullptr, 1, {0.1, 0.9, 0, false}, 1, 0);
  backend::adam<float>(wellformed::host{}, nullptr, nullptr, nullptr, nullptr, 1,
                       {0.1, 0.9, 0.99, 1e-8, 0, false}, 1, 0);
  backend::dropout<float>(wellformed::host{}, nullptr, nullptr, 0.5, 1, 2, 0);
}

TEST_CASE_TEMPLATE("dropout keeps the elements that its stream says, in place too", T, float, double) {
  for (auto const n : reference::sizes) {
    auto const x = numbers<T>(n, 1, 1, 2);
    for (double const p : {0.0, 0.25, 0.5, 0.9}) {
      std::vector<T> y(x.size());
      backend::dropout(wellformed::host{}, y.data(), x.data(), p, 7, 11, n);
      wellformed::philox_stream const source{7, 11};
      for (std::size_t i = 0; i < y.size(); ++i) {
        bool const keep = static_cast<double>(source.uniform(i)) >= p;
        CHECK(reference::near(y[i], keep ? x[i] / (1 - static_cast<real>(p)) : 0, 0, 2));
      }
      std::vector<T> in_place(x);
      backend::dropout(wellformed::host{}, in_place.data(), in_place.data(), p, 7, 11, n);
      CHECK(in_place == y);
    }
  }
}

TEST_CASE("dropout of everything, and how much is kept") {
  index_t const n = 100003;
  std::vector<double> const ones(static_cast<std::size_t>(n), 1);
  std::vector<double> y(ones), other(ones);
  backend::dropout(wellformed::host{}, y.data(), ones.data(), 1.0, 7, 11, n);
  CHECK(y == std::vector<double>(ones.size(), 0.0));
  backend::dropout(wellformed::host{}, y.data(), ones.data(), 0.3, 7, 11, n);
  double total = 0;
  for (double const v : y) total += v;
  CHECK(total / static_cast<double>(n) == doctest::Approx(1).epsilon(0.01));
  backend::dropout(wellformed::host{}, other.data(), ones.data(), 0.3, 7, 12, n);
  CHECK(other != y);
}
