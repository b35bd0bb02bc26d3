// SPDX-License-Identifier: Apache-2.0
// The nameless form of an element-wise expression: pointers, constants and functors. Names and axes are gone, so two
// expressions of one shape are one kernel. The same bodies run on host and device.
#pragma once

#include <type_traits>
#include <utility>

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

/// One element of type E.
template <class E>
struct load {
  static constexpr bool has_gradient = false;
  using value_type = E;
  using frame = E;
  E const* from;
  WF_HD E value(index_t i) const { return from[i]; }
  WF_HD frame forward(index_t i) const { return from[i]; }
  WF_HD static E result(frame const& f) { return f; }
  WF_HD void backward(index_t, frame const&, E) const {}
};

/// One element that has a gradient.
template <class E>
struct load_tracked {
  static constexpr bool has_gradient = true;
  using value_type = E;
  using frame = E;
  E const* from;
  E* gradient;
  WF_HD E value(index_t i) const { return from[i]; }
  WF_HD frame forward(index_t i) const { return from[i]; }
  WF_HD static E result(frame const& f) { return f; }
  WF_HD void backward(index_t i, frame const&, E g) const { gradient[i] = g; }
};

/// One number for all elements.
template <class E>
struct constant {
  static constexpr bool has_gradient = false;
  using value_type = E;
  using frame = E;
  E held;
  WF_HD E value(index_t) const { return held; }
  WF_HD frame forward(index_t) const { return held; }
  WF_HD static E result(frame const& f) { return f; }
  WF_HD void backward(index_t, frame const&, E) const {}
};

/// Extents of the result and steps in the operand; a step of 0 repeats the operand along that axis.
template <int Rank>
struct steps {
  index_t extent[Rank == 0 ? std::size_t{1} : static_cast<std::size_t>(Rank)];
  index_t step[Rank == 0 ? std::size_t{1} : static_cast<std::size_t>(Rank)];
  WF_HD index_t at(index_t i) const {
    index_t offset = 0;
    for (int axis = Rank - 1; axis > 0; --axis) {
      offset += (i % extent[axis]) * step[axis];
      i /= extent[axis];
    }
    return Rank == 0 ? 0 : offset + i * step[0];
  }
};

/// One element of a repeated operand; `gradient` may be null. Gradients of repeats add up.
template <class E, class Steps>
struct load_repeated {
  static constexpr bool has_gradient = true;
  using value_type = E;
  using frame = E;
  E const* from;
  E* gradient;
  Steps where;
  WF_HD E value(index_t i) const { return from[where.at(i)]; }
  WF_HD frame forward(index_t i) const { return value(i); }
  WF_HD static E result(frame const& f) { return f; }
  WF_HD void backward(index_t i, frame const&, E g) const {
    if (gradient != nullptr) gradient[where.at(i)] += g;
  }
};

template <std::size_t I, class A>
struct slot {
  A held;
};
template <class Indices, class... A>
struct slots;
template <std::size_t... I, class... A>
struct slots<std::index_sequence<I...>, A...> : slot<I, A>... {};

template <std::size_t I, class A>
WF_HD constexpr A const& get(slot<I, A> const& s) {
  return s.held;
}
template <std::size_t I, class A>
WF_HD constexpr A& get(slot<I, A>& s) {
  return s.held;
}

/// A functor over operands: `value(x...)` and `slope<K>(y, x...)`, the derivative by operand K.
template <class F, class... A>
struct apply {
  static constexpr bool has_gradient = (A::has_gradient || ...);
  using indices = std::index_sequence_for<A...>;
  using value_type = decltype(std::declval<F const&>().value(typename A::value_type{}...));
  struct frame {
    slots<indices, typename A::frame...> operands;
    value_type result;
  };
  F functor;
  slots<indices, A...> operands;

  WF_HD value_type value(index_t i) const { return value_of(i, indices{}); }
  WF_HD frame forward(index_t i) const { return forward_of(i, indices{}); }
  WF_HD static value_type result(frame const& f) { return f.result; }
  WF_HD void backward(index_t i, frame const& f, value_type g) const { backward_of(i, f, g, indices{}); }

 private:
  template <std::size_t... I>
  WF_HD value_type value_of(index_t i, std::index_sequence<I...>) const {
    return functor.value(get<I>(operands).value(i)...);
  }
  template <std::size_t... I>
  WF_HD frame forward_of(index_t i, std::index_sequence<I...>) const {
    frame f{{{get<I>(operands).forward(i)}...}, {}};
    f.result = functor.value(A::result(get<I>(f.operands))...);
    return f;
  }
  template <std::size_t... I>
  WF_HD void backward_of(index_t i, frame const& f, value_type g, std::index_sequence<I...> all) const {
    (send<I>(i, f, g, all), ...);
  }
  /// Operands without a gradient cost nothing: their slopes are not computed.
  template <std::size_t K, std::size_t... I>
  WF_HD void send(index_t i, frame const& f, value_type g, std::index_sequence<I...> all) const {
    auto const& operand = get<K>(operands);
    if constexpr (std::remove_cvref_t<decltype(operand)>::has_gradient) {
      operand.backward(i, get<K>(f.operands), g * slope_of<K>(f, all));
    }
  }
  template <std::size_t K, std::size_t... I>
  WF_HD value_type slope_of(frame const& f, std::index_sequence<I...>) const {
    return functor.template slope<static_cast<int>(K)>(f.result, A::result(get<I>(f.operands))...);
  }
};

}  // namespace wellformed::backend
