// SPDX-License-Identifier: Apache-2.0
// Element-wise layers: each is a function of the operation tables, under PyTorch's name. Neighbours run in
// one pass.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/op/unary.hpp>

namespace wellformed::nn {

/// Computes: the functions F, the first one first, to each element in one pass. Domain: as their rules say.
template <class... F>
struct activation : stateless {
  static constexpr char const* name = "activation";
  static constexpr int span = sizeof...(F);
  pack<F...> functions{};

  constexpr activation const& kernel() const { return *this; }

  template <class M, class...>
  struct flow {
    using type = M;
  };
  template <class M, class First, class... Rest>
  struct flow<M, First, Rest...> : flow<typename First::rule::template apply<M>, Rest...> {};

  template <class X>
  using output =
      typed<typename X::element, typename flow<typename X::meaning, F...>::type, typename X::axes_type>;
  template <class X>
  using saved = raw;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return refuse::accepted{};
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    return forward<E>(p.where, x);
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, raw& keep) const {
    keep = x;
    return forward<E>(p.where, x);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, raw& kept, raw const& gradient, bool want_input) const {
    return want_input ? way_back<E>(p.where, kept, gradient) : raw{};
  }

 private:
  template <class E, class Device>
  [[gnu::noinline]] raw forward(Device where, raw const& x) const {
    auto y = uninitialised_like<E>(x);
    backend::map(where, data<E>(y), around<0>(backend::load<E>{data<E>(x)}), y.size());
    return y;
  }
  template <class E, class Device>
  [[gnu::noinline]] raw way_back(Device where, raw const& x, raw const& gradient) const {
    auto gx = uninitialised_like<E>(x);
    auto const leaf = backend::load_tracked<E>{data<E>(x), data<E>(gx)};
    backend::map_backward(where, data<E>(gradient), around<0>(leaf), gx.size());
    return gx;
  }
  /// The functions from number I on, around a leaf.
  template <int I, class Lowered>
  auto around(Lowered const& leaf) const {
    if constexpr (I == span) {
      return leaf;
    } else {
      using function = std::remove_cvref_t<decltype(at<I>(functions))>;
      return around<I + 1>(backend::apply<function, Lowered>{at<I>(functions), {{leaf}}});
    }
  }
};

constexpr auto relu() { return activation<relu_function>{}; }
constexpr auto gelu() { return activation<gelu_function>{}; }
constexpr auto silu() { return activation<silu_function>{}; }
constexpr auto tanh() { return activation<tanh_function>{}; }
constexpr auto sigmoid() { return activation<sigmoid_function>{}; }
constexpr auto softplus() { return activation<softplus_function>{}; }

/// x for x > 0, slope * x below; slope 0.01 as in PyTorch.
struct leaky_relu_function {
  using rule = domain_rule::keeps_sign;
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
inline auto leaky_relu(double negative_slope = 0.01) {
  check_number("leaky_relu", "negative_slope", negative_slope, -1e300, 1e300);
  return activation<leaky_relu_function>{{}, {{{negative_slope}}}};
}

/// Two neighbours as one layer.
template <class... F, class... G>
constexpr auto fuse(activation<F...> const& first, activation<G...> const& second) {
  return [&]<int... I, int... K>(std::integer_sequence<int, I...>, std::integer_sequence<int, K...>) {
    return activation<F..., G...>{{}, {{at<I>(first.functions)}..., {at<K>(second.functions)}...}};
  }(std::make_integer_sequence<int, sizeof...(F)>{}, std::make_integer_sequence<int, sizeof...(G)>{});
}

}  // namespace wellformed::nn
