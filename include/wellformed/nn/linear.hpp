// SPDX-License-Identifier: Apache-2.0
// The fully connected layer.
#pragma once

#include <optional>

#include <wellformed/backend/contract.hpp>
#include <wellformed/nn/layer.hpp>
#include <wellformed/refuse/axes.hpp>

namespace wellformed::nn {

struct no_bias {};

/// Computes: y = x W^T + b. Shapes: (..., In) -> (..., Out); W is (Out, In), b is (Out). Gradient: all three.
/// Refuses: WF313 another last axis than In. Example: tests/laws/test_layers.cpp.
template <Axis In, Axis Out, bool Bias>
struct linear_layer {
  static constexpr index_t in = In::max, out = Out::max;
  static constexpr index_t parameters = in * out + (Bias ? out : 0);
  static constexpr index_t buffers = 0;
  static constexpr int draws = 0;
  using input = In;
  using output_axis = Out;

  template <class X>
  using output = tensor<typename X::element, real, axis_list::with_last<typename X::axes_type, Out>>;
  template <class X>
  using saved = std::optional<X>;

  static constexpr auto parameter_table() {
    using enum parameter_info::start;
    if constexpr (Bias) {
      return std::array<parameter_info, 2>{{{"weight", in * out, uniform_fan_in, in}, {"bias", out, uniform_fan_in, in}}};
    } else {
      return std::array<parameter_info, 1>{{{"weight", in * out, uniform_fan_in, in}}};
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

  template <class E, class X>
  output<X> eval(pass<E> const& p, X const& x) const {
    auto extents = x.extents();
    extents.back() = out;
    auto y = output<X>::uninitialised(extents, x.serial());
    backend::host::linear_forward(y.mutable_data(), x.data(), p.parameters, Bias ? p.parameters + in * out : nullptr,
                                  rows_before_last(x), in, out);
    return y;
  }
  template <class E, class X>
  output<X> train(pass<E> const& p, X const& x, saved<X>& keep) const {
    keep = x;
    return eval(p, x);
  }

  template <class E, class X, class G>
  auto backward(pass_back<E> const& p, saved<X>& kept, G const& gradient, bool want_input) const {
    using result = with_meaning<X, real>;
    std::optional<result> gx;
    if (want_input) gx = result::uninitialised(kept->extents(), kept->serial());
    backend::host::linear_backward(want_input ? gx->mutable_data() : nullptr, p.gradient,
                                   Bias ? p.gradient + in * out : nullptr, gradient.data(), kept->data(),
                                   p.parameters, rows_before_last(*kept), in, out);
    return gx;
  }
};

/// `linear<64, 128>()`, `linear<128, digit>()`, `linear<30, binary<tumour>>(no_bias{})`: a number is an extent, a
/// label set its class axis, `binary<S>` its one column, an axis itself.
template <index_t In, index_t Out>
constexpr auto linear() {
  return linear_layer<dim<In>, dim<Out>, true>{};
}
template <index_t In, index_t Out>
constexpr auto linear(no_bias) {
  return linear_layer<dim<In>, dim<Out>, false>{};
}
template <index_t In, class Out>
constexpr auto linear() {
  return linear_layer<dim<In>, typename axis_named<Out>::type, true>{};
}
template <index_t In, class Out>
constexpr auto linear(no_bias) {
  return linear_layer<dim<In>, typename axis_named<Out>::type, false>{};
}
template <class In, index_t Out>
constexpr auto linear() {
  return linear_layer<typename axis_named<In>::type, dim<Out>, true>{};
}
template <class In, class Out>
constexpr auto linear() {
  return linear_layer<typename axis_named<In>::type, typename axis_named<Out>::type, true>{};
}

}  // namespace wellformed::nn
