// SPDX-License-Identifier: Apache-2.0
// flatten: all axes but the first as one.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/types/weaken.hpp>

namespace wellformed::nn {

namespace flat {

template <class Axes>
struct merged {
  using type = Axes;  // nothing to merge
  static constexpr bool changes = false;
  static constexpr bool ok = true;
};
template <class First, class Second, class Third, class... Rest>
struct merged<axes<First, Second, Third, Rest...>> {
  using type = axes<First, dim<Second::min * Third::min*(index_t{1} * ... * Rest::min)>>;
  static constexpr bool changes = true;
  static constexpr bool ok = axes<Second, Third, Rest...>::is_static;
};

}  // namespace flat

/// Computes: the same elements. Shapes: (batch, a, b, ...) -> (batch, a b ...); two axes stay as they are.
/// Domain: what said something about a row together is weakened. Refuses: WF330 an axis of run-time length.
struct flatten_layer : stateless {
  static constexpr char const* name = "flatten";
  using output_axis = any_axis;

  template <class X>
  using axes_of_output = typename flat::merged<typename X::axes_type>::type;
  template <class X>
  using output = typed<typename X::element,
                       std::conditional_t<flat::merged<typename X::axes_type>::changes,
                                          weakened<typename X::meaning>, typename X::meaning>,
                       axes_of_output<X>>;
  template <class X>
  using saved = raw;  ///< extents only

  template <class Mode, class X>
  static constexpr auto verdict() {
    if constexpr (flat::merged<typename X::axes_type>::ok) {
      return refuse::accepted{};
    } else {
      return refuse::refused<refuse::wf330, refuse::got<typename X::axes_type>>{};
    }
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const&, raw const& x) const {
    if constexpr (!flat::merged<typename X::axes_type>::changes) return x;
    raw y{x.elements, {x.extents[0], x.product(1, x.rank)}, 2, x.serial};
    return y;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, raw& keep) const {
    keep = x;
    keep.elements = slab();
    return eval<X>(p, x);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const&, raw& kept, raw const& gradient, bool want_input) const {
    if (!want_input) return {};
    raw gx = kept;
    gx.elements = gradient.elements;
    return gx;
  }
};

constexpr auto flatten() { return flatten_layer{}; }

}  // namespace wellformed::nn
