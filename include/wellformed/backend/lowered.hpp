// SPDX-License-Identifier: Apache-2.0
// The nameless form of an element-wise expression: pointers, constants and functors. Names and axes are gone,
// so two expressions of one shape are one kernel. The same bodies run on host and device.
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

/// The same where all elements run at once: the gradients of the repeats go to `gradient`, one for each
/// element of the result, and are added up afterwards.
template <class E, class Steps>
struct load_spread {
  static constexpr bool has_gradient = true;
  using value_type = E;
  using frame = E;
  E const* from;
  E* gradient;
  Steps where;
  WF_HD E value(index_t i) const { return from[where.at(i)]; }
  WF_HD frame forward(index_t i) const { return value(i); }
  WF_HD static E result(frame const& f) { return f; }
  WF_HD void backward(index_t i, frame const&, E g) const { gradient[i] = g; }
};

/// A list of values of different types. Unlike std::tuple it costs the compiler one small class per entry,
/// and none to read: entry I is the base slot<I, A>.
template <std::size_t I, class A>
struct slot {
  A held;
};
template <class Indices, class... A>
struct slots;
template <std::size_t... I, class... A>
struct slots<std::index_sequence<I...>, A...> : slot<I, A>... {};

template <class F, class Indices, class... A>
struct applied;

/// A functor over operands: `value(x...)` and `slope<K>(y, x...)`, the derivative by operand K.
template <class F, class... A>
using apply = applied<F, std::index_sequence_for<A...>, A...>;

template <class F, std::size_t... I, class... A>
struct applied<F, std::index_sequence<I...>, A...> {
  static constexpr bool has_gradient = (A::has_gradient || ...);
  using value_type = decltype(std::declval<F const&>().value(typename A::value_type{}...));
  struct frame {
    slots<std::index_sequence<I...>, typename A::frame...> operands;
    value_type result;
  };
  F functor;
  slots<std::index_sequence<I...>, A...> operands;

  WF_HD value_type value(index_t i) const { return functor.value(operands.slot<I, A>::held.value(i)...); }
  WF_HD frame forward(index_t i) const {
    frame f{{{operands.slot<I, A>::held.forward(i)}...}, {}};
    f.result = functor.value(A::result(f.operands.slot<I, typename A::frame>::held)...);
    return f;
  }
  WF_HD static value_type result(frame const& f) { return f.result; }
  WF_HD void backward(index_t i, frame const& f, value_type g) const { (send<I, A>(i, f, g), ...); }

 private:
  /// Operands without a gradient cost nothing: their slopes are not computed.
  template <std::size_t K, class Operand>
  WF_HD void send(index_t i, frame const& f, value_type g) const {
    if constexpr (Operand::has_gradient) {
      auto const slope = functor.template slope<static_cast<int>(K)>(
          f.result, A::result(f.operands.slot<I, typename A::frame>::held)...);
      operands.slot<K, Operand>::held.backward(i, f.operands.slot<K, typename Operand::frame>::held,
                                               g * slope);
    }
  }
};

}  // namespace wellformed::backend
