// SPDX-License-Identifier: Apache-2.0
// The fully connected layer.
#pragma once

#include <wellformed/backend/contract.hpp>
#include <wellformed/nn/linear_rule.hpp>

namespace wellformed::nn {

struct with_bias {};
struct no_bias {};
template <class T>
concept BiasChoice = std::is_same_v<T, with_bias> || std::is_same_v<T, no_bias>;

/// The computing part, one type for all linear layers with a bias, and one for those without.
template <bool Bias>
struct linear_kernel {
  index_t in;
  index_t out;

  template <class, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    auto y = uninitialised_like<E>(x, out);
    backend::linear_forward(p.where, data<E>(y), data<E>(x), p.parameters,
                            Bias ? p.parameters + in * out : nullptr, x.rows_before_last(), in, out);
    return y;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, raw& keep) const {
    keep = x;
    return eval<X>(p, x);
  }
  template <class, class E, class Device>
  raw backward(pass_back<E, Device> const& p, raw& kept, raw const& gradient, bool want_input) const {
    raw gx;
    if (want_input) gx = uninitialised_like<E>(kept);
    backend::linear_backward(p.where, want_input ? data<E>(gx) : nullptr, p.gradient,
                             Bias ? p.gradient + in * out : nullptr, data<E>(gradient),
                             data<E>(static_cast<raw const&>(kept)), p.parameters, kept.rows_before_last(),
                             in, out);
    return gx;
  }
};

/// Computes: y = x W^T + b. Shapes: (..., In) -> (..., Out); W is (Out, In), b is (Out). Gradient: all three.
/// Refuses: WF313 another last axis than In. Example: tests/laws/test_layers.cpp.
template <Axis In, Axis Out, bool Bias>
struct linear_layer : stateless {
  static constexpr char const* name = "linear";
  static constexpr index_t in = In::max, out = Out::max;
  static constexpr index_t parameters = in * out + (Bias ? out : 0);
  using input = In;
  using output_axis = Out;

  template <class X>
  using output = typed<typename X::element, real, axis_list::with_last<typename X::axes_type, Out>>;
  template <class X>
  using saved = raw;

  static constexpr auto parameter_table() {
    using enum parameter_info::start;
    constexpr parameter_info weight{"weight", in * out, uniform_fan_in, in, 2, {out, in}};
    if constexpr (Bias) {
      return std::array<parameter_info, 2>{{weight, {"bias", out, uniform_fan_in, in}}};
    } else {
      return std::array<parameter_info, 1>{{weight}};
    }
  }

  template <class Mode, class X>
  static constexpr auto verdict() {
    using last = axis_list::last<typename X::axes_type>;
    if constexpr (std::is_same_v<last, In>) {
      return refuse::accepted{};
    } else {
      return refuse::refused<refuse::wf313, refuse::got<last>, refuse::required<In>>{};
    }
  }

  static constexpr linear_kernel<Bias> kernel() { return {in, out}; }

  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    return kernel().template eval<X>(p, x);
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, raw& keep) const {
    return kernel().template train<X>(p, x, keep);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, raw& kept, raw const& gradient, bool want_input) const {
    return kernel().template backward<X>(p, kept, gradient, want_input);
  }
};

/// The layer between what a program named, or what stands for it if that was refused.
template <class In, class Out, class Bias, bool Stands>
struct between {
  using type = linear_layer<In, Out, std::is_same_v<Bias, with_bias>>;
};
template <class In, class Out, class Bias>
struct between<In, Out, Bias, false> {
  using type = refused_layer;
};
template <class In, class Out, class Bias, class A = typename linear_check::meant<In>::type,
          class B = typename linear_check::meant<Out>::type>
using linear_between = typename between<A, B, Bias, linear_check::can_stand<A, B>>::type;

/// `linear<64, 128>()`, `linear<128, digit>()`, `linear<30, binary<tumour>>(no_bias{})`: a number is an
/// extent, a label set its class axis, `binary<S>` its one column, an axis itself. Refuses: WF203, WF217 a
/// kind of labels, WF301, WF338 no axis, WF339 weights without a fixed number. One function for each kind of
/// arguments, so that `linear<64, 128>` without () has a type, which sequential can name.
template <index_t In, index_t Out, BiasChoice Bias = with_bias>
constexpr auto linear(Bias = {}) {
  using verdict = decltype(linear_check::verdict<dim<In>, dim<Out>>());
  if constexpr (!verdict::ok) verdict::report();
  return linear_between<dim<In>, dim<Out>, Bias>{};
}
template <index_t In, class Out, BiasChoice Bias = with_bias>
constexpr auto linear(Bias = {}) {
  using verdict = decltype(linear_check::verdict<dim<In>, Out>());
  if constexpr (!verdict::ok) verdict::report();
  return linear_between<dim<In>, Out, Bias>{};
}
template <class In, index_t Out, BiasChoice Bias = with_bias>
constexpr auto linear(Bias = {}) {
  using verdict = decltype(linear_check::verdict<In, dim<Out>>());
  if constexpr (!verdict::ok) verdict::report();
  return linear_between<In, dim<Out>, Bias>{};
}
template <class In, class Out, BiasChoice Bias = with_bias>
constexpr auto linear(Bias = {}) {
  using verdict = decltype(linear_check::verdict<In, Out>());
  if constexpr (!verdict::ok) verdict::report();
  return linear_between<In, Out, Bias>{};
}

/// Refuse: WF342 sizes that are no constants.
template <std::integral Size, class... More>
constexpr auto linear(Size, More...) {
  refuse::refused<refuse::wf342, refuse::got<Size>>::report();
  return refused_layer{};
}
template <index_t In, std::integral Size, class... More>
constexpr auto linear(Size, More...) {
  refuse::refused<refuse::wf342, refuse::got<Size>>::report();
  return refused_layer{};
}

}  // namespace wellformed::nn
