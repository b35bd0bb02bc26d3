// SPDX-License-Identifier: Apache-2.0
// An element-wise expression: a functor over operands of equal axes. It owns its operands, so returning or
// storing it is safe; one over tracked values is move-only.
#pragma once

#include <wellformed/backend/lowered.hpp>
#include <wellformed/expr/broadcast.hpp>
#include <wellformed/expr/held.hpp>
#include <wellformed/expr/operand.hpp>

namespace wellformed {

/// The place of a tensor in an expression: its block is among those that the expression holds.
template <class E>
struct tensor_place {};

/// A functor over the bodies of its operands: tensor_place, scalar, tracked_leaf, repeated, map_body. Names
/// and axes are gone, and where no operand is tracked it is nothing but numbers.
template <class F, class Indices, class... Bodies>
struct map_body;
template <class F, std::size_t... I, class... Bodies>
struct map_body<F, std::index_sequence<I...>, Bodies...> {
  F functor;
  backend::slots<std::index_sequence<I...>, Bodies...> operands;
};

template <class F, class M, class Axes, class Device, class... Args>
struct map_expression;

namespace keeping {

/// What an expression makes of an operand: its body, whether that says all there is to it, and how many
/// blocks it brings.
template <class Arg>
struct part {
  using body = Arg;
  static constexpr bool is_empty = false;
  static constexpr std::size_t blocks = 0;
};
template <class E, class M, class A, class D>
struct part<tensor<E, M, A, D>> {
  using body = tensor_place<E>;
  static constexpr bool is_empty = true;
  static constexpr std::size_t blocks = 1;
};
template <class F, class M, class Axes, class Device, class... Args>
struct part<map_expression<F, M, Axes, Device, Args...>> {
  using body = map_body<F, std::index_sequence_for<Args...>, typename part<Args>::body...>;
  static constexpr bool is_empty = std::is_empty_v<F> && (part<Args>::is_empty && ...);
  static constexpr std::size_t blocks = (std::size_t{0} + ... + part<Args>::blocks);
};

template <class E, class Arg>
decltype(auto) body_of(Arg&& arg) {
  if constexpr (Tensor<Arg>) {
    return tensor_place<typename std::remove_cvref_t<Arg>::element>{};
  } else if constexpr (requires { arg.body; }) {
    return (static_cast<Arg&&>(arg).body);
  } else {
    return keep_operand<E>(static_cast<Arg&&>(arg));
  }
}

/// Where the checks find the rows of an operand.
template <std::size_t Rank, std::size_t N, class D, bool Alike>
held_rows<Rank, N, D, Alike>&& rows_of(held_rows<Rank, N, D, Alike>&& x) {
  return static_cast<held_rows<Rank, N, D, Alike>&&>(x);
}
template <std::size_t Rank, std::size_t N, class D, bool Alike>
held_rows<Rank, N, D, Alike> const& rows_of(held_rows<Rank, N, D, Alike> const& x) {
  return x;
}
template <class E, class M, class A, class D>
tensor<E, M, A, D>&& rows_of(tensor<E, M, A, D>&& x) {
  return static_cast<tensor<E, M, A, D>&&>(x);
}
template <class E, class M, class A, class D>
tensor<E, M, A, D> const& rows_of(tensor<E, M, A, D> const& x) {
  return x;
}
template <class Number>
  requires std::is_arithmetic_v<Number>
operand_rows rows_of(Number) {
  return {};
}
template <class T, class Node>
operand_rows rows_of(tracked_value<T, Node> const& x) {
  return {nullptr, 0, false, x.extents().data(), x.serial(), holding::ordinal_of(x.value().where())};
}
template <class T, class To>
operand_rows rows_of(repeated<T, To> const& x) {
  return {nullptr, 0, false, x.extents().data(), x.serial(), holding::ordinal_of(x.where())};
}

/// Whether operands of these axes agree by their types: no extent is known at run time only, there are no
/// rows of a batch, and no second device of the kind.
template <class Axes, class Device>
inline constexpr bool alike =
    std::is_same_v<Device, host> && Axes::is_static && std::is_void_v<axis_list::batch_of<Axes>>;

/// What is held of N blocks.
template <class Axes, std::size_t N, class Device>
using rows = held_rows<static_cast<std::size_t>(Axes::rank), N, Device, alike<Axes, Device>>;

}  // namespace keeping

/// F over Args, with the meaning that F's rule gave it.
template <class F, class M, class Axes, class Device, class... Args>
struct map_expression
    : keeping::rows<Axes, keeping::part<map_expression<F, M, Axes, Device, Args...>>::blocks, Device> {
  using is_expression = void;
  using element = decltype(std::declval<F const&>().value(typename Args::element{}...));
  using meaning = M;
  using axes_type = Axes;
  using device = Device;
  using functor = F;
  using self = keeping::part<map_expression>;
  using rows = keeping::rows<Axes, self::blocks, Device>;
  static constexpr bool tracked = (tracks<Args> || ...);

  typename self::body body;

  /// Tensors alone: there is nothing more to keep.
  template <class... Given>
    requires(self::is_empty && sizeof...(Given) == sizeof...(Args))
  map_expression(F, Given&&... given)
      : rows(std::in_place, keeping::rows_of(static_cast<Given&&>(given))...) {}

  /// Each operand is made in its place: nothing is moved but what the caller gives away.
  template <class... Given>
    requires(!self::is_empty && sizeof...(Given) == sizeof...(Args))
  map_expression(F f, Given&&... given)
      : rows(std::in_place, keeping::rows_of(static_cast<Given&&>(given))...),
        body{f, {{keeping::body_of<element>(static_cast<Given&&>(given))}...}} {}
};

}  // namespace wellformed
