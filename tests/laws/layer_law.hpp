// SPDX-License-Identifier: Apache-2.0
// The laws that every layer obeys: gradients of input and parameters against central differences in double,
// and the same numbers for static and run-time extents.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include <wellformed/loss/combine.hpp>
#include <wellformed/loss/loss_of.hpp>
#include <wellformed/nn/initialise.hpp>
#include <wellformed/nn/sequential.hpp>
#include <wellformed/op/arithmetic.hpp>

namespace law {

namespace wf = wellformed;
using wf::index_t;

struct rows;

/// Node of an input whose gradient a test wants to see.
template <class T>
struct watched_node {
  using element = typename T::element;
  using sets = wf::type_list<>;
  static constexpr int applications = 0;
  static constexpr bool tracked = true;
  std::vector<double>* seen;
  template <class Sink, class G>
  void backward(Sink&, G const& g) {
    seen->assign(g.data(), g.data() + g.size());
  }
  void check_complete() const {}
};

template <class T>
auto watched(T const& x, std::vector<double>& seen) {
  return wf::tracked_value<T, watched_node<T>>(x, watched_node<T>{&seen});
}

/// Numbers without pattern in (low, high), never near a kink at 0.
template <class T>
void fill(T& x, unsigned salt, double low = -1.0, double high = 1.0) {
  wf::philox_stream const numbers{2026, salt};
  for (index_t i = 0; i < x.size(); ++i) {
    auto const u = static_cast<double>(numbers.uniform(static_cast<std::uint64_t>(i)));
    auto const v = low + (high - low) * u;
    x.unchecked_data()[i] = static_cast<typename T::element>(std::abs(v) < 0.02 ? v + 0.1 : v);
  }
}
template <class T>
T filled(typename T::extents_type const& extents, unsigned salt, double low = -1.0, double high = 1.0) {
  auto x = T::uninitialised(extents);
  fill(x, salt, low, high);
  return x;
}

/// Weights that make one number of a result; each head has its own.
inline double weight(index_t i, int head) {
  return std::sin(1.0 + 0.7 * static_cast<double>(i) + 2.0 * head);
}

template <class Y>
double weighted_sum(Y const& y, int head) {
  double sum = 0;
  for (index_t i = 0; i < y.size(); ++i) sum += weight(i, head) * static_cast<double>(y.data()[i]);
  return sum;
}

/// The sum as a loss with a tape.
template <class T, class Node>
auto weighted_loss(wf::tracked_value<T, Node> y, int head) {
  auto w = wf::with_meaning<T, wf::real>::uninitialised(y.extents(), y.serial());
  for (index_t i = 0; i < w.size(); ++i) w.unchecked_data()[i] = weight(i, head);
  double const total = weighted_sum(y.value(), head);
  using node = wf::term_node<T, Node>;
  return wf::loss<double, wf::reduction::sum, node>(wf::loss_figures{total, 1.0, 1},
                                                    node{std::move(y).take_node(), std::move(w)});
}

template <class T, class Node>
auto loss_of_training(wf::tracked_value<T, Node> y) {
  return weighted_loss(std::move(y), 0);
}
template <class A, class B>
auto loss_of_training(std::tuple<A, B> y) {
  auto [a, b] = std::move(y);
  return weighted_loss(std::move(a), 0) + weighted_loss(std::move(b), 1);
}

/// Gradients of every input and parameter against central differences.
template <class Net, class X>
void gradients_hold(Net& net, X const& x, double tolerance = 2e-7) {
  std::vector<double> by_input;
  auto const value = [&](X const& at) { return loss_of_training(net.train(at)).total(); };
  // The gradients are dropped before the differences are taken: their random draws must count as never made.
  auto const by_parameter = [&] {
    auto gradients = loss_of_training(net.train(watched(x, by_input))).backward();
    auto const* entry = gradients.find(net.numbers().id());
    return std::vector<double>(entry->values(), entry->values() + Net::parameter_count);
  }();
  constexpr double h = 1e-5;
  REQUIRE(static_cast<index_t>(by_input.size()) == x.size());
  auto moved = X::uninitialised(x.extents(), x.serial());
  for (index_t i = 0; i < x.size(); ++i) {
    for (index_t k = 0; k < x.size(); ++k) moved.unchecked_data()[k] = x.data()[k];
    moved.unchecked_data()[i] = x.data()[i] + h;
    double const up = value(moved);
    moved.unchecked_data()[i] = x.data()[i] - h;
    double const slope = (up - value(moved)) / (2 * h);
    INFO("input " << i);
    CHECK(by_input[static_cast<std::size_t>(i)] == doctest::Approx(slope).epsilon(tolerance).scale(1));
  }
  auto* parameters = net.numbers().parameters();
  for (index_t i = 0; i < Net::parameter_count; ++i) {
    double const held = parameters[i];
    parameters[i] = held + h;
    double const up = value(x);
    parameters[i] = held - h;
    double const slope = (up - value(x)) / (2 * h);
    parameters[i] = held;
    INFO("parameter " << i);
    CHECK(by_parameter[static_cast<std::size_t>(i)] == doctest::Approx(slope).epsilon(tolerance).scale(1));
  }
}

template <class Net>
void shake(Net& net, unsigned salt) {
  wf::nn::initialise(net, wf::seed{salt});
  wf::philox_stream const numbers{2027, salt};
  for (index_t i = 0; i < Net::parameter_count; ++i) {
    net.numbers().parameters()[i] +=
        0.6 * (static_cast<double>(numbers.uniform(static_cast<std::uint64_t>(i))) - 0.5);
  }
}

}  // namespace law
