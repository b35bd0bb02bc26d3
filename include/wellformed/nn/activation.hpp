// SPDX-License-Identifier: Apache-2.0
// Element-wise layers: each is a function of the operation tables, under PyTorch's name.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/op/unary.hpp>

namespace wellformed::nn {

/// A layer that applies F to each element. Domain as F's rule says.
template <class F>
struct activation : stateless {
  using functor = F;
  F function{};
  template <class X>
  using output = tensor<typename X::element, typename F::rule::template apply<typename X::meaning>,
                        typename X::axes_type>;
};

constexpr auto relu() { return activation<relu_function>{}; }
constexpr auto gelu() { return activation<gelu_function>{}; }
constexpr auto silu() { return activation<silu_function>{}; }
constexpr auto tanh() { return activation<tanh_function>{}; }
constexpr auto sigmoid() { return activation<sigmoid_function>{}; }
constexpr auto softplus() { return activation<softplus_function>{}; }

/// x for x > 0, slope * x below; slope 0.01 as in PyTorch.
struct leaky_relu_function {
  using rule = domain_rule::into<real>;
  static constexpr char const* name = "leaky_relu";
  double negative_slope = 0.01;
  template <class T>
  WF_HD T value(T x) const {
    return x > T(0) ? x : static_cast<T>(negative_slope) * x;
  }
  template <int, class T>
  WF_HD T slope(T, T x) const {
    return x > T(0) ? T(1) : static_cast<T>(negative_slope);
  }
};
constexpr auto leaky_relu(double negative_slope = 0.01) {
  return activation<leaky_relu_function>{{}, {negative_slope}};
}

}  // namespace wellformed::nn
