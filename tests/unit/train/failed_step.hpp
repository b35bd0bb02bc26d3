// SPDX-License-Identifier: Apache-2.0
// A step that fails changes nothing. Included by two programs: one plain, one built with -DNDEBUG
// -ffast-math.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string>

#include "plain_model.hpp"

namespace failed_step {

/// Everything that a step may change, as bytes.
template <class Net, class Optimizer>
std::string bytes_of(Net const& net, Optimizer const& opt) {
  using E = typename Net::element;
  std::string all;
  auto const add = [&](void const* from, std::size_t size) {
    all.append(static_cast<char const*>(from), size);
  };
  add(net.held.parameters(), sizeof(E) * plain_layer::parameters);
  add(net.held.buffers(), sizeof(E) * plain_layer::buffers);
  for (int i = 0; i < Optimizer::rule::state_slabs; ++i)
    add(opt.state(i), sizeof(E) * plain_layer::parameters);
  std::uint64_t const counters[] = {net.held->draws, net.held->in_flight,
                                    static_cast<std::uint64_t>(opt.steps())};
  add(counters, sizeof(counters));
  double const lr = opt.lr();
  add(&lr, sizeof(lr));
  return all;
}

struct outcome {
  int code = 0;
  std::string text;
};

/// Runs a step that must throw, and checks that nothing changed.
template <class Net, class Optimizer>
outcome must_throw(Net& net, Optimizer& opt, gradients_for<Net> gradients) {
  outcome result;
  auto const before = bytes_of(net, opt);
  auto const in_flight = net.held->in_flight;
  try {
    opt.step(std::move(gradients));
    FAIL("the step was done");
  } catch (wf::error const& problem) {
    result = {problem.code(), problem.what()};
  }
  CHECK_FALSE(gradients.alive());
  CHECK(net.held->in_flight == in_flight - 1);
  net.held->in_flight = in_flight;  // the draw was given back; the rest must be as it was
  CHECK(bytes_of(net, opt) == before);
  net.held->in_flight = in_flight - 1;
  return result;
}

template <class E>
void spoil(wf::slab const& values, index_t at, E with) {
  std::memcpy(static_cast<char*>(values.data()) + static_cast<std::size_t>(at) * sizeof(E), &with, sizeof(E));
}

/// Warms up, so that state, counters and schedule are not at their start.
template <class Net, class Optimizer>
void warm_up(Net& net, Optimizer& opt) {
  opt.schedule(wf::optim::step_decay{.every = 1, .gamma = 0.9});
  for (int t = 1; t <= 3; ++t) opt.step(gradients_of(net, wave<typename Net::element>(t)));
}

template <class Net>
void check_all_places(Net& net, auto& opt) {
  using E = typename Net::element;
  using limits = std::numeric_limits<E>;
  for (E const bad : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
    for (index_t i = 0; i < plain_layer::parameters; ++i) {
      auto g = gradients_of(net, wave<E>(4));
      spoil(g.find(net.held.id())->gradient, i, bad);
      auto const said = must_throw(net, opt, std::move(g));
      CHECK(said.code == 724);
      CHECK(said.text.find("step 4") != std::string::npos);
      CHECK(said.text.find(i < 4 ? "2.weight, element " + std::to_string(i)
                                 : "2.bias, element " + std::to_string(i - 4)) != std::string::npos);
    }
    for (index_t i = 0; i < plain_layer::buffers; ++i) {
      auto g = gradients_of(net, wave<E>(4));
      spoil(g.find(net.held.id())->shift, i, bad);
      CHECK(must_throw(net, opt, std::move(g)).code == 727);
    }
    double const wide = static_cast<double>(bad);
    CHECK(must_throw(net, opt, gradients_of(net, wave<E>(4), 1, wide)).code == 723);
    auto g = gradients_of(net, wave<E>(4));
    g.set_loss(wf::loss_figures{1, wide, 1}, true, true);
    CHECK(must_throw(net, opt, std::move(g)).code == 722);
  }
  for (double const divisor : {0.0, -1.0, 1e-320}) {
    auto g = gradients_of(net, wave<E>(4));
    g.set_loss(wf::loss_figures{1, divisor, 1}, true, true);
    CHECK(must_throw(net, opt, std::move(g)).code == 722);
  }
}

template <class E>
void check_all_optimizers() {
  plain_model<E> net;
  auto sgd = wf::optim::sgd(net, {.lr = 0.1, .momentum = 0.9});
  warm_up(net, sgd);
  check_all_places(net, sgd);
  auto adam = wf::optim::adam(net, {.lr = 0.1});
  warm_up(net, adam);
  check_all_places(net, adam);
  auto adamw = wf::optim::adamw(net, {.lr = 0.1});
  warm_up(net, adamw);
  check_all_places(net, adamw);
}

}  // namespace failed_step

TEST_CASE("a failed step leaves weights, statistics, counters, state and step count as they were") {
  failed_step::check_all_optimizers<float>();
  failed_step::check_all_optimizers<double>();
}

TEST_CASE("a mean gradient that leaves the range of its element type is found") {
  plain_model<float> net;
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  CHECK(failed_step::must_throw(net, opt, gradients_of(net, {1e30f, 0, 0, 0, 0, 0}, 1e-20)).code == 724);
}

TEST_CASE("skip_step counts, and writes nothing") {
  plain_model<float> net;
  auto opt = wf::optim::adamw(net);
  opt.on_non_finite(wf::optim::skip_step);
  failed_step::warm_up(net, opt);
  auto const before = failed_step::bytes_of(net, opt);
  auto g = gradients_of(net, wave<float>(4));
  failed_step::spoil(g.find(net.held.id())->gradient, 5, std::numeric_limits<float>::quiet_NaN());
  auto const done = opt.step(std::move(g));
  CHECK(done.skipped());
  CHECK(done.step() == 4);
  CHECK(opt.skipped() == 1);
  CHECK(opt.steps() == 3);
  CHECK(failed_step::bytes_of(net, opt) == before);
  CHECK_FALSE(opt.step(gradients_of(net, wave<float>(4))).skipped());
}

TEST_CASE("a loss in which no row counted, taken as zero by policy, is a skipped step") {
  plain_model<float> net;
  auto opt = wf::optim::adamw(net);
  auto const before = failed_step::bytes_of(net, opt);
  auto const done = opt.step(gradients_of(net, {0, 0, 0, 0, 0, 0}, 0, 0));
  CHECK(done.skipped());
  CHECK(done.loss() == 0);
  CHECK(failed_step::bytes_of(net, opt) == before);
}

TEST_CASE("used gradients, and those of another model, are errors before anything is written") {
  plain_model<float> net, twin;
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto g = gradients_of(net, wave<float>(1));
  opt.step(std::move(g));
  auto const before = failed_step::bytes_of(net, opt);
  int codes[2] = {};
  try {
    opt.step(std::move(g));
  } catch (wf::error const& problem) {
    codes[0] = problem.code();
  }
  try {
    opt.step(gradients_of(twin, wave<float>(1)));
  } catch (wf::error const& problem) {
    codes[1] = problem.code();
  }
  CHECK(codes[0] == 701);
  CHECK(codes[1] == 706);
  CHECK(failed_step::bytes_of(net, opt) == before);
}
