// SPDX-License-Identifier: Apache-2.0
// softmax and log_softmax as layers, along the class axis, or the last one if there is none.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/op/softmax.hpp>

namespace wellformed::nn {

/// Computes: as the operations of these names. Domain: real or logits -> simplex, or log_prob.
/// Refuses: WF170 to WF175, as the operations. A loss over classes wants logits: leave the layer away there.
template <bool Log>
struct softmax_layer : stateless {
  static constexpr char const* name = Log ? "log_softmax" : "softmax";
  template <class X>
  static constexpr int at = axis_list::joint_axis<typename X::axes_type>;

  template <class X>
  using output =
      typed<typename X::element, std::conditional_t<Log, log_prob, simplex>, typename X::axes_type>;
  template <class X>
  using saved = raw;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return op_check::softmax_domain<Log, typename X::meaning>();
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    auto y = uninitialised_like<E>(x);
    auto const outer = x.product(0, at<X>), n = x.extents[at<X>], inner = x.product(at<X> + 1, x.rank);
    if constexpr (Log) {
      backend::log_softmax(p.where, data<E>(y), data<E>(x), outer, n, inner);
    } else {
      backend::softmax(p.where, data<E>(y), data<E>(x), outer, n, inner);
    }
    return y;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, raw& keep) const {
    keep = eval<X>(p, x);
    return keep;
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, raw& kept, raw const& gradient, bool want_input) const {
    if (!want_input) return {};
    auto gx = uninitialised_like<E>(kept);
    auto const outer = gx.product(0, at<X>), n = gx.extents[at<X>], inner = gx.product(at<X> + 1, gx.rank);
    if constexpr (Log) {
      backend::log_softmax_backward(p.where, data<E>(gx), data<E>(kept), data<E>(gradient), outer, n, inner);
    } else {
      backend::softmax_backward(p.where, data<E>(gx), data<E>(kept), data<E>(gradient), outer, n, inner);
    }
    return gx;
  }
};

constexpr auto softmax() { return softmax_layer<false>{}; }
constexpr auto log_softmax() { return softmax_layer<true>{}; }

}  // namespace wellformed::nn
