// SPDX-License-Identifier: Apache-2.0
// What an operation keeps of an argument: tensors as handles, tracked values moved in, numbers as scalars.
#pragma once

#include <type_traits>

#include <wellformed/core/bits.hpp>
#include <wellformed/expr/tape.hpp>

namespace wellformed {

/// One number for all elements. Has no axes of its own.
template <class E>
struct scalar {
  using element = E;
  E held;
};

/// A tracked value inside an expression, with room for the gradient that will reach it.
template <class T, class Node>
struct tracked_leaf {
  using element = typename T::element;
  using meaning = typename T::meaning;
  using axes_type = typename T::axes_type;
  using device = typename T::device;
  using node_type = Node;
  static constexpr bool tracked = true;
  tracked_value<T, Node> held;
  slab gradient{};
  auto const& extents() const { return held.extents(); }
  std::uint64_t serial() const { return held.serial(); }
  auto where() const { return held.value().where(); }
};

template <class T>
inline constexpr bool is_scalar = false;
template <class E>
inline constexpr bool is_scalar<scalar<E>> = true;

template <class A>
inline constexpr bool tracks = false;
template <Value A>
inline constexpr bool tracks<A> = std::remove_cvref_t<A>::tracked;

/// True if the argument is a tracked value (or an expression over one) that the caller keeps by name.
template <class Arg>
inline constexpr bool kept_by_name = std::is_lvalue_reference_v<Arg> && tracks<Arg>;

/// True if an operation may take the arguments: none is tracked and kept by name, none came of a refused
/// call.
template <class... Args>
inline constexpr bool consumable =
    !((kept_by_name<Args> || came_of_refusal<std::remove_cvref_t<Args>>) || ...);

/// The verdict on arguments that are not consumable.
template <class... Args>
constexpr auto not_consumable() {
  if constexpr ((came_of_refusal<std::remove_cvref_t<Args>> || ...)) {
    return refuse::already_reported{};
  } else {
    return refuse::refused<refuse::wf702>{};
  }
}

/// E of the first argument that has elements.
template <class... Args>
struct element_of_impl {
  using type = void;
};
template <class First, class... Rest>
struct element_of_impl<First, Rest...> : element_of_impl<Rest...> {};
template <Value First, class... Rest>
struct element_of_impl<First, Rest...> {
  using type = typename std::remove_cvref_t<First>::element;
};
template <class... Args>
using element_of = typename element_of_impl<Args...>::type;

[[noreturn, gnu::noinline, gnu::cold]] inline void raise_unrepresentable(double number) {
  (message(505) << "the number " << number << " is not representable in the element type; use a smaller one")
      .raise();
}

/// Turns an argument into what an expression over elements E keeps.
template <class E, class Arg>
  requires std::is_arithmetic_v<std::remove_cvref_t<Arg>>
scalar<E> keep_operand(Arg number) {
  auto const held = static_cast<E>(number);
  if (!is_finite(held) && is_finite(static_cast<double>(number))) {
    raise_unrepresentable(static_cast<double>(number));
  }
  return {held};
}
template <class E, Tensor Arg>
std::remove_cvref_t<Arg> keep_operand(Arg&& x) {
  return static_cast<Arg&&>(x);
}
template <class E, class T, class Node>
tracked_leaf<T, Node> keep_operand(tracked_value<T, Node>&& x) {
  x.check_alive();
  return {std::move(x), {}};
}
template <class E, class Arg>
  requires requires { typename std::remove_cvref_t<Arg>::is_expression; }
std::remove_cvref_t<Arg> keep_operand(Arg&& x) {
  return static_cast<Arg&&>(x);
}

template <class E, class Arg>
using kept = decltype(keep_operand<E>(std::declval<Arg>()));

}  // namespace wellformed
