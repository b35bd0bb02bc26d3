// SPDX-License-Identifier: Apache-2.0
// Optimisers: formulas against independent ones in long double, schedules, clipping, accumulation.
#include <doctest/doctest.h>

#include <cmath>

#include "plain_model.hpp"

namespace {

using number = long double;

struct reference {
  std::vector<number> p, a, b;  // parameters, first and second state
  explicit reference(std::vector<double> const& start)
      : p(start.begin(), start.end()), a(p.size()), b(p.size()) {}

  void sgd(std::vector<double> const& gradient, number lr, number momentum, bool nesterov, number decay,
           int t) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      number const g = gradient[i] + decay * p[i];
      a[i] = t == 1 ? g : momentum * a[i] + g;
      p[i] -= lr * (momentum == 0 ? g : nesterov ? g + momentum * a[i] : a[i]);
    }
  }
  void adam(std::vector<double> const& gradient, number lr, number decay, bool decoupled, int t) {
    number const b1 = 0.9, b2 = 0.999, eps = 1e-8;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (decoupled) p[i] -= lr * decay * p[i];
      number const g = gradient[i] + (decoupled ? 0 : decay * p[i]);
      a[i] = b1 * a[i] + (1 - b1) * g;
      b[i] = b2 * b[i] + (1 - b2) * g * g;
      number const m = a[i] / (1 - std::pow(b1, t)), v = b[i] / (1 - std::pow(b2, t));
      p[i] -= lr * m / (std::sqrt(v) + eps);
    }
  }
};

template <class Optimizer, class Reference>
void compare(plain_model<double>& net, Optimizer opt, Reference follow) {
  reference expected(net.values());
  for (int t = 1; t <= 20; ++t) {
    auto sum = wave<double>(t);
    for (auto& g : sum) g *= 4;  // of four rows
    auto const done = opt.step(gradients_of(net, sum, 4));
    follow(expected, wave<double>(t), t);
    CHECK(done.step() == t);
    CHECK(done.rows() == 4);
  }
  for (std::size_t i = 0; i < expected.p.size(); ++i) {
    CHECK(std::abs(static_cast<number>(net.values()[i]) - expected.p[i]) < 1e-13L);
  }
}

double norm_of(std::vector<double> const& g) {
  double sum = 0;
  for (double const x : g) sum += x * x;
  return std::sqrt(sum);
}

int code_of(auto&& action) {
  try {
    action();
  } catch (wf::error const& problem) {
    return problem.code();
  }
  return 0;
}

}  // namespace

TEST_CASE("sgd follows PyTorch's formula") {
  plain_model<double> net;
  SUBCASE("plain") {
    compare(net, wf::optim::sgd(net, {.lr = 0.05}),
            [](reference& r, auto const& g, int t) { r.sgd(g, 0.05, 0, false, 0, t); });
  }
  SUBCASE("momentum and weight decay") {
    compare(net, wf::optim::sgd(net, {.lr = 0.05, .momentum = 0.9, .weight_decay = 0.01}),
            [](reference& r, auto const& g, int t) { r.sgd(g, 0.05, 0.9, false, 0.01, t); });
  }
  SUBCASE("nesterov") {
    compare(net, wf::optim::sgd(net, {.lr = 0.05, .momentum = 0.8, .nesterov = true, .weight_decay = 0.01}),
            [](reference& r, auto const& g, int t) { r.sgd(g, 0.05, 0.8, true, 0.01, t); });
  }
}

TEST_CASE("adam and adamw follow PyTorch's formulas") {
  plain_model<double> net;
  SUBCASE("adam") {
    compare(net, wf::optim::adam(net, {.lr = 0.01, .weight_decay = 0.1}),
            [](reference& r, auto const& g, int t) { r.adam(g, 0.01, 0.1, false, t); });
  }
  SUBCASE("adamw, its defaults") {
    compare(net, wf::optim::adamw(net),
            [](reference& r, auto const& g, int t) { r.adam(g, 1e-3, 1e-2, true, t); });
  }
}

TEST_CASE("a step commits running statistics and random draws") {
  plain_model<double> net;
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  opt.step(gradients_of(net, wave<double>(1)));
  CHECK(net.statistics() == std::vector<double>{1.25, 1.75, 2.25});
  CHECK(net.held->draws == 1);
  CHECK(net.held->in_flight == 0);
}

TEST_CASE("the model may move; its optimiser follows") {
  plain_model<double> net;
  auto opt = wf::optim::sgd(net, {.lr = 1});
  auto const before = net.values();
  auto moved = std::move(net);
  opt.step(gradients_of(moved, {1, 1, 1, 1, 1, 1}));
  for (std::size_t i = 0; i < 6; ++i) CHECK(moved.values()[i] == doctest::Approx(before[i] - 1));
}

TEST_CASE("accumulated micro-batches are the big batch") {
  auto const mean_of = [](auto opt, plain_model<double>& net, auto gradients) {
    opt.step(std::move(gradients));
    return net.values();
  };
  plain_model<double> small, big;
  auto g = gradients_of(small, wave<double>(1), 3, 6);
  g += gradients_of(small, wave<double>(2), 5, 10);
  auto sum = wave<double>(1);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += wave<double>(2)[i];
  CHECK(g.divisor() == 8);
  CHECK(g.rows() == 8);
  auto const one = mean_of(wf::optim::adamw(small), small, std::move(g));
  auto const two = mean_of(wf::optim::adamw(big), big, gradients_of(big, sum, 8, 16));
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(std::abs(one[i] - two[i]) < 1e-15);
  CHECK(small.held->draws == 2);
}

TEST_CASE("clipping scales the mean gradient of all parameters together") {
  plain_model<double> net;
  auto const before = net.values();
  auto opt = wf::optim::sgd(net, {.lr = 1});
  opt.clip_global_norm(0.5);
  auto sum = wave<double>(3);
  double const norm = norm_of(sum);
  for (auto& g : sum) g *= 8;
  auto const done = opt.step(gradients_of(net, sum, 8));
  CHECK(done.gradient_norm() == doctest::Approx(norm).epsilon(1e-14));
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(net.values()[i] ==
          doctest::Approx(before[i] - wave<double>(3)[i] * 0.5 / (norm + 1e-6)).epsilon(1e-14));
  }
  auto const middle = net.values();
  opt.step(gradients_of(net, {0.1, 0, 0, 0, 0, 0}));  // below the limit: as it is
  CHECK(net.values()[0] == doctest::Approx(middle[0] - 0.1).epsilon(1e-15));
}

TEST_CASE("the norm of a gradient is right where squares overflow or vanish") {
  plain_model<double> net;
  auto opt = wf::optim::sgd(net, {.lr = 1e-300});
  CHECK(opt.step(gradients_of(net, {3e200, 4e200, 0, 0, 0, 0})).gradient_norm() == doctest::Approx(5e200));
  CHECK(opt.step(gradients_of(net, {3e-200, 4e-200, 0, 0, 0, 0})).gradient_norm() == doctest::Approx(5e-200));
  CHECK(opt.step(gradients_of(net, {0, 0, 0, 0, 0, 0})).gradient_norm() == 0);
}

TEST_CASE("schedules") {
  using namespace wf::optim;
  SUBCASE("step decay is StepLR") {
    schedule const s = step_decay{.every = 3, .gamma = 0.1};
    CHECK(s.rate(1, 2) == 1);
    CHECK(s.rate(1, 3) == doctest::Approx(0.1));
    CHECK(s.rate(1, 8) == doctest::Approx(0.01));
  }
  SUBCASE("cosine with warm-up") {
    schedule const s = cosine{.total_steps = 110, .warm_up = 10, .minimum = 0.2};
    CHECK(s.rate(1, 0) == doctest::Approx(0.1));
    CHECK(s.rate(1, 9) == doctest::Approx(1));
    CHECK(s.rate(1, 10) == doctest::Approx(1));
    CHECK(s.rate(1, 60) == doctest::Approx(0.6));
    CHECK(s.rate(1, 110) == doctest::Approx(0.2));
    CHECK(s.rate(1, 1000) == doctest::Approx(0.2));
  }
  SUBCASE("an optimiser uses it") {
    plain_model<double> net;
    auto opt = sgd(net, {.lr = 1});
    opt.schedule(step_decay{.every = 1, .gamma = 0.5});
    CHECK(opt.step(gradients_of(net, wave<double>(1))).lr() == 1);
    CHECK(opt.lr() == 0.5);
    CHECK(opt.step(gradients_of(net, wave<double>(1))).lr() == 0.5);
  }
  SUBCASE("numbers that make no schedule") {
    CHECK(code_of([] { schedule(step_decay{}); }) == 726);
    CHECK(code_of([] { schedule(step_decay{.every = 5, .gamma = -1}); }) == 726);
    CHECK(code_of([] { schedule(cosine{}); }) == 726);
    CHECK(code_of([] { schedule(cosine{.total_steps = 10, .warm_up = 10}); }) == 726);
    plain_model<double> net;
    CHECK(code_of([&] { sgd(net, {.lr = 0.1}).schedule(cosine{.total_steps = 10, .minimum = 0.2}); }) == 726);
  }
}

TEST_CASE("numbers outside of their range are refused when the optimiser is made") {
  plain_model<float> net;
  double const nan = std::nan("");
  using namespace wf::optim;
  CHECK(code_of([&] { sgd(net, {}); }) == 725);  // no learning rate
  CHECK(code_of([&] { sgd(net, {.lr = -1}); }) == 725);
  CHECK(code_of([&] { sgd(net, {.lr = nan}); }) == 725);
  CHECK(code_of([&] { sgd(net, {.lr = 0.1, .momentum = 1}); }) == 725);
  CHECK(code_of([&] { sgd(net, {.lr = 0.1, .nesterov = true}); }) == 725);
  CHECK(code_of([&] { sgd(net, {.lr = 0.1, .weight_decay = -1}); }) == 725);
  CHECK(code_of([&] { adam(net, {.betas = {1, 0.9}}); }) == 725);
  CHECK(code_of([&] { adam(net, {.eps = 0}); }) == 725);
  CHECK(code_of([&] { adamw(net, {.weight_decay = nan}); }) == 725);
  CHECK(code_of([&] { adamw(net).clip_global_norm(0); }) == 725);
}

TEST_CASE("what step() takes is decided by type") {
  using net = plain_model<float>;
  using opt = decltype(wf::optim::adamw(std::declval<net&>()));
  static_assert(wf::optim::Steps<opt, gradients_for<net>>);
  static_assert(!wf::optim::Steps<opt, gradients_for<net>&>);
  static_assert(!wf::optim::Steps<opt, int>);
  static_assert(!wf::optim::Steps<opt, gradients_for<plain_model<double>>>);
  static_assert(!wf::optim::Steps<opt, gradients_for<plain_model<float, other_layer>>>);
}

TEST_CASE("a rate alone is taken, as in PyTorch") {
  plain_model<double> net;
  CHECK(wf::optim::sgd(net, 0.5).lr() == 0.5);
  CHECK(wf::optim::adam(net, 1e-2).lr() == 1e-2);
  CHECK(wf::optim::adamw(net, 1).lr() == 1);
  CHECK(wf::optim::adam(net, {}).lr() == 1e-3);
  CHECK_THROWS_WITH_AS((void)wf::optim::sgd(net, -1.0), doctest::Contains("[WF725]"), wf::error);
}
