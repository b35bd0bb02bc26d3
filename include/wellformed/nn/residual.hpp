// SPDX-License-Identifier: Apache-2.0
// residual: x + f(x).
#pragma once

#include <wellformed/backend/vector.hpp>
#include <wellformed/nn/sequential.hpp>

namespace wellformed::nn {

/// a + b, in the memory of a if nobody else reads it.
template <class E, class Device>
raw added(Device where, raw a, raw const& b) {
  if (!a.elements.unique()) {
    raw own = uninitialised_like<E>(a);
    backend::copy(where, data<E>(own), data<E>(a), static_cast<std::size_t>(a.size()) * sizeof(E));
    a = std::move(own);
  }
  backend::add(where, data<E>(a), data<E>(b), a.size());
  return a;
}

/// Computes: x + inner(x). Shapes: unchanged. Gradient: input and inner.
/// Refuses: WF318 inner layers that change the axes, WF319 heads inside.
template <class Inner>
struct residual_layer : stateless {
  static constexpr char const* name = "residual";
  static constexpr index_t parameters = Inner::parameters;
  static constexpr index_t buffers = Inner::buffers;
  static constexpr bool contains_layers = true;
  static constexpr int draws = Inner::draws;
  using input = typename Inner::input;
  using shared = typename Inner::shared;
  Inner inner;

  template <class A, class B>
  static constexpr bool differ =
      !std::is_void_v<A> && !std::is_void_v<B> && !std::is_same_v<B, any_axis> && !std::is_same_v<A, B>;
  static constexpr auto form() {
    if constexpr (!Inner::formation::ok) {
      return typename Inner::formation{};
    } else if constexpr (ends_chain<Inner>) {
      return refuse::refused<refuse::wf319>{};
    } else if constexpr (differ<input, typename Inner::output_axis>) {
      return refuse::refused<refuse::wf318, refuse::got<typename Inner::output_axis>,
                             refuse::required<input>>{};
    } else {
      return refuse::accepted{};
    }
  }
  using formation = decltype(form());

  template <class Visit>
  void each_layer(Visit&& visit) const {
    inner.each_layer(visit);
  }
  template <class Visit>
  static constexpr void each_layer_type(Visit visit) {
    Inner::each_layer_type(visit);
  }

  template <class X>
  using output = typed<typename X::element, real, typename X::axes_type>;
  template <class X>
  using saved = typename Inner::template saved<X>;

  template <class Mode, class X>
  static constexpr auto verdict() {
    using own = decltype(Inner::template verdict<Mode, X>());
    using made = typename Inner::template output<X>::axes_type;
    if constexpr (!own::ok) {
      return own{};
    } else if constexpr (!std::is_same_v<made, typename X::axes_type>) {
      return refuse::refused<refuse::wf318, refuse::got<made>, refuse::required<typename X::axes_type>>{};
    } else {
      return refuse::accepted{};
    }
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    return added<E>(p.where, inner.template eval<X>(p, x), x);
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, saved<X>& keep) const {
    return added<E>(p.where, inner.template train<X>(p, x, keep), x);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, saved<X>& kept, raw const& gradient, bool want_input) const {
    auto gx = inner.template backward<X>(p, kept, gradient, want_input);
    return want_input ? added<E>(p.where, std::move(gx), gradient) : raw{};
  }
};

/// `residual(linear<64, 64>(), relu())`: as many layers as sequential takes.
template <class... Args>
constexpr auto residual(Args const&... args) {
  using verdict = decltype(splice::verdict<Args...>());
  if constexpr (verdict::ok) {
    return residual_layer<decltype(chain_of(args...))>{{}, chain_of(args...)};
  } else {
    verdict::report();
    return refused_layer{};
  }
}

}  // namespace wellformed::nn
