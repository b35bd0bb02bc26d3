// SPDX-License-Identifier: Apache-2.0
// Runs a computation on the CPU and on a GPU and compares values and gradients.
#pragma once

#include <algorithm>
#include <optional>

#include <wellformed/wellformed.hpp>

#include "compare.hpp"

/// A tensor of real numbers of [low, high), the same in every run.
template <class E, class Axes>
auto numbers(wellformed::extents_of<Axes> const& extents, std::uint64_t stream, double low = 0.25,
             double high = 2) {
  auto x = wellformed::tensor<E, wellformed::real, Axes>::uninitialised(extents);
  auto const values = random_values<E>(static_cast<std::size_t>(x.size()), stream, low, high);
  std::copy(values.begin(), values.end(), x.mutable_data());
  return x;
}

template <wellformed::Tensor T>
auto as_vector(T const& x) {
  auto const here = wellformed::move_to<wellformed::host>(x);
  return std::vector<typename T::element>(here.data(), here.data() + here.size());
}

/// Node of a tracked leaf that keeps the gradient that reaches it.
template <class T>
struct keeping_node {
  using kept = std::optional<wellformed::with_meaning<T, wellformed::real>>;
  using element = typename T::element;
  using sets = wellformed::type_list<>;
  static constexpr int applications = 0;
  static constexpr bool tracked = true;
  wellformed::counted<kept> store;
  template <class Sink>
  void backward(Sink&, wellformed::with_meaning<T, wellformed::real> gradient) {
    *store = std::move(gradient);
  }
  void check_complete() const {}
};

/// The gradient of f by its operand x (others are constant), for the gradient `dy` of the result.
template <class F, class X, class... Others>
auto gradient_of(F f, X const& x, Others const&... others) {
  using node = keeping_node<X>;
  auto const store = wellformed::counted<typename node::kept>::make();
  auto y = wellformed::eval(f(wellformed::tracked_value<X, node>(x, node{store}), others...));
  using result = typename decltype(y)::tensor_type;
  auto const dy = numbers<typename result::element, typename result::axes_type>(y.extents(), 99, -1, 1);
  int sink = 0;
  y.backward(sink, wellformed::move_to<typename X::device>(dy));
  return as_vector(**store);
}

/// Checks the value of f on both devices.
template <class F, class... X>
void check_value(F f, X const&... x) {
  auto const expected = as_vector(wellformed::eval(f(x...)));
  auto const found = as_vector(wellformed::eval(f(wellformed::move_to<wellformed::cuda>(x)...)));
  check_close(found, expected);
}

/// Checks the value, and the gradient by the first operand.
template <class F, class... X>
void check_on_both(F f, X const&... x) {
  check_value(f, x...);
  auto const expected = gradient_of(f, x...);
  check_close(gradient_of(f, wellformed::move_to<wellformed::cuda>(x)...), expected);
}
