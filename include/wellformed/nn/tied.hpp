// SPDX-License-Identifier: Apache-2.0
// Layers that share their numbers: `tied<Tag>(layer)` under one tag is one set of parameters, however often
// it stands in a model. Their gradients add up.
#pragma once

#include <wellformed/backend/contract.hpp>
#include <wellformed/backend/vector.hpp>
#include <wellformed/nn/linear.hpp>
#include <wellformed/nn/shared.hpp>

namespace wellformed::nn {

/// Base of a layer whose numbers are Block's.
template <class Block>
struct on_block : stateless {
  using shared = type_list<Block>;

 protected:
  template <class E, class Device>
  static pass<E, Device> moved(pass<E, Device> p) {
    p.parameters = p.shared.parameters + place_of<Block>(p.shared.table);
    return p;
  }
  template <class E, class Device>
  static pass_back<E, Device> moved(pass_back<E, Device> p) {
    auto const offset = place_of<Block>(p.shared.table);
    p.parameters = p.shared.parameters + offset;
    p.gradient = p.shared.gradient + offset;
    return p;
  }
};

/// Computes: as L. Refuses: as L; WF331 two different layers under one tag; WF334 running statistics.
template <class Tag, class L>
struct tied_layer : on_block<shared_block<Tag, L>> {
  static constexpr char const* name = L::name;
  static constexpr int draws = L::draws;
  using input = typename L::input;
  using output_axis = typename L::output_axis;
  L inner;

  template <class X>
  using output = typename L::template output<X>;
  template <class X>
  using saved = typename L::template saved<X>;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return L::template verdict<Mode, X>();
  }
  template <class X, class E, class Device>
  auto eval(pass<E, Device> const& p, raw const& x) const {
    return inner.template eval<X>(this->moved(p), x);
  }
  template <class X, class E, class Device>
  auto train(pass<E, Device> const& p, raw const& x, saved<X>& keep) const {
    return inner.template train<X>(this->moved(p), x, keep);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, saved<X>& kept, raw const& gradient, bool want_input) const {
    return inner.template backward<X>(this->moved(p), kept, gradient, want_input);
  }
};

template <class Tag, class L>
constexpr auto tied(L const& layer) {
  if constexpr (L::buffers == 0) {
    return tied_layer<Tag, L>{{}, layer};
  } else {
    refuse::refused<refuse::wf334, refuse::got<L>>::report();
    return layer;
  }
}

/// Computes: y = x W + b, where W is the weight of `tied<Tag>(linear<Out, In>())`, so of the layer the other
/// way round; b is its own. Gradient: input, W, b. Refuses: WF313, WF331 as linear and tied.
template <class Tag, Axis In, Axis Out, bool Bias>
struct transposed_layer : on_block<shared_block<Tag, linear_layer<Out, In, Bias>>> {
  static constexpr char const* name = "tied_transposed";
  static constexpr index_t in = In::max, out = Out::max;
  static constexpr index_t parameters = Bias ? out : 0;
  using forward_layer = linear_layer<In, Out, Bias>;
  using input = In;
  using output_axis = Out;

  template <class X>
  using output = typename forward_layer::template output<X>;
  template <class X>
  using saved = raw;

  static constexpr auto parameter_table() {
    using enum parameter_info::start;
    if constexpr (Bias) {
      return std::array<parameter_info, 1>{{{"bias", out, uniform_fan_in, in}}};
    } else {
      return std::array<parameter_info, 0>{};
    }
  }
  template <class Mode, class X>
  static constexpr auto verdict() {
    return forward_layer::template verdict<Mode, X>();
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    auto y = uninitialised_like<E>(x, out);
    index_t const rows = x.rows_before_last();
    backend::matmul(p.where, data<E>(y), data<E>(x), this->moved(p).parameters, rows, out, in, false, false,
                    E(0));
    if constexpr (Bias) backend::add_to_rows(p.where, data<E>(y), p.parameters, rows, out);
    return y;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, raw& keep) const {
    keep = x;
    return eval<X>(p, x);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, raw& kept, raw const& gradient, bool want_input) const {
    auto const tied = this->moved(p);
    index_t const rows = kept.rows_before_last();
    auto const* g = data<E>(gradient);
    backend::matmul(p.where, tied.gradient, data<E>(static_cast<raw const&>(kept)), g, in, out, rows, true,
                    false, E(1));
    if constexpr (Bias) backend::add_rows(p.where, p.gradient, g, rows, out);
    if (!want_input) return {};
    auto gx = uninitialised_like<E>(kept);
    backend::matmul(p.where, data<E>(gx), g, tied.parameters, rows, in, out, false, true, E(0));
    return gx;
  }
};

/// `tied_transposed<code>(linear<32, 64>())` is the way back from `tied<code>(linear<64, 32>())`.
template <class Tag, class In, class Out, bool Bias>
constexpr auto tied_transposed(linear_layer<In, Out, Bias> const&) {
  return transposed_layer<Tag, In, Out, Bias>{};
}

}  // namespace wellformed::nn
