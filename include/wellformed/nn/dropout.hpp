// SPDX-License-Identifier: Apache-2.0
// Dropout: random zeros in training, nothing in evaluation. The mask is a function of seed, draw and element,
// so the way back computes it again, and a step that fails draws the same one next time.
#pragma once

#include <wellformed/backend/dropout.hpp>
#include <wellformed/core/bits.hpp>
#include <wellformed/nn/layer.hpp>
#include <wellformed/op/domain_rule.hpp>

namespace wellformed::nn {

/// Computes: x / (1 - p) with probability 1 - p, else 0; in evaluation x. Shapes: unchanged. Gradient: input.
/// Domain: what is not below zero, or on a half line, stays so; [0, 1] does not stay.
struct dropout_layer : stateless {
  static constexpr char const* name = "dropout";
  static constexpr int draws = 1;
  double p = 0.5;

  constexpr dropout_layer const& kernel() const { return *this; }

  template <class M>
  using meaning = domain_rule::summed<M>;
  template <class X>
  using output = typed<typename X::element, meaning<typename X::meaning>, typename X::axes_type>;
  template <class X>
  using saved = nothing;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return refuse::accepted{};
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const&, raw const& x) const {
    return x;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& at, raw const& x, nothing&) const {
    return masked<E>(at, x);
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& at, nothing&, raw const& gradient, bool want_input) const {
    return want_input ? masked<E>(at, gradient) : raw{};
  }

 private:
  template <class E, class Pass>
  raw masked(Pass const& at, raw const& x) const {
    auto y = uninitialised_like<E>(x);
    if constexpr (std::is_same_v<std::remove_const_t<decltype(at.where)>, cuda>) {
      if (at.first_draw != nullptr) {
        backend::dropout(at.where, data<E>(y), data<E>(x), p, at.seed, at.first_draw, at.draw, x.size());
        return y;
      }
    }
    backend::dropout(at.where, data<E>(y), data<E>(x), p, at.seed, at.draw, x.size());
    return y;
  }
};

/// Throws WF520 unless 0 <= p < 1.
inline dropout_layer dropout(double p = 0.5) {
  if (!is_finite(p) || p < 0.0 || p >= 1.0) {
    (message(520) << "dropout: the probability of a zero is " << p
                  << "; give a number from 0 up to but not 1")
        .raise();
  }
  return {{}, p};
}

}  // namespace wellformed::nn
