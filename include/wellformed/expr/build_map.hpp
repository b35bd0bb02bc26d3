// SPDX-License-Identifier: Apache-2.0
// Checks the operands of an element-wise operation and builds its expression.
#pragma once

#include <wellformed/expr/map.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/tensor/padded.hpp>

namespace wellformed {

namespace map_check {

template <class... Args>
struct first_value {
  using type = void;
};
template <class First, class... Rest>
struct first_value<First, Rest...> : first_value<Rest...> {};
template <Value First, class... Rest>
struct first_value<First, Rest...> {
  using type = std::remove_cvref_t<First>;
};

template <class Arg>
inline constexpr bool categorical = false;
template <Value Arg>
inline constexpr bool categorical<Arg> = is_categorical<typename std::remove_cvref_t<Arg>::meaning>;

template <class Lead, class Arg>
inline constexpr bool same_axes = true;
template <class Lead, Value Arg>
inline constexpr bool same_axes<Lead, Arg> =
    std::is_same_v<typename Lead::axes_type, typename std::remove_cvref_t<Arg>::axes_type>;

template <class A>
struct source_of {
  using type = void;
};
template <class S, index_t Min, index_t Max>
struct source_of<batch<S, Min, Max>> {
  using type = S;
};
template <class X>
using source = typename source_of<axis_list::batch_of<typename std::remove_cvref_t<X>::axes_type>>::type;

/// False if both have a batch axis and the sources differ.
template <class Lead, class Arg>
inline constexpr bool same_source = true;
template <class Lead, Value Arg>
inline constexpr bool same_source<Lead, Arg> =
    std::is_void_v<source<Lead>> || std::is_void_v<source<Arg>> || std::is_same_v<source<Lead>, source<Arg>>;

template <class Lead, class Arg>
inline constexpr bool same_element = true;
template <class Lead, Value Arg>
inline constexpr bool same_element<Lead, Arg> =
    std::is_same_v<typename Lead::element, typename std::remove_cvref_t<Arg>::element>;

template <class Lead, class Arg>
inline constexpr bool same_device = true;
template <class Lead, Value Arg>
inline constexpr bool same_device<Lead, Arg> =
    std::is_same_v<typename Lead::device, typename std::remove_cvref_t<Arg>::device>;

/// The first argument that a test (one answer per argument) finds wrong.
template <class Lead, class... Args>
using culprit = typename first_value<Args..., Lead>::type;

template <class... Args>
constexpr auto verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using lead = typename first_value<Args...>::type;
  if constexpr (!consumable<Args...>) {
    return not_consumable<Args...>();
  } else if constexpr ((is_padded<std::remove_cvref_t<Args>> || ...)) {
    return refused<refuse::wf429, got<typename std::remove_cvref_t<Args>...>>{};
  } else if constexpr ((categorical<Args> || ...)) {
    using id = culprit<lead, std::conditional_t<categorical<Args>, Args, int>...>;
    return refused<refuse::wf204, got<typename id::meaning>>{};
  } else if constexpr (!(same_source<lead, Args> && ...)) {
    using alien = culprit<lead, std::conditional_t<same_source<lead, Args>, int, Args>...>;
    return refused<refuse::wf401, got<source<alien>>, required<source<lead>>>{};
  } else if constexpr (!(same_axes<lead, Args> && ...)) {
    using odd = culprit<lead, std::conditional_t<same_axes<lead, Args>, int, Args>...>;
    return refused<refuse::wf310, got<typename odd::axes_type>, required<typename lead::axes_type>>{};
  } else if constexpr (!(same_element<lead, Args> && ...)) {
    using other = culprit<lead, std::conditional_t<same_element<lead, Args>, int, Args>...>;
    return refused<refuse::wf501, got<typename other::element>, required<typename lead::element>>{};
  } else if constexpr (!ComputingElement<typename lead::element>) {
    return refused<refuse::wf502, got<typename lead::element>>{};
  } else if constexpr (!(same_device<lead, Args> && ...)) {
    using remote = culprit<lead, std::conditional_t<same_device<lead, Args>, int, Args>...>;
    return refused<refuse::wf602, got<typename remote::device>, required<typename lead::device>>{};
  } else {
    return refuse::accepted{};
  }
}

}  // namespace map_check

/// Whether the arguments may be combined element by element.
template <class... Args>
concept ElementWise = decltype(map_check::verdict<Args...>())::ok;

/// Axes of the first operand that has some.
template <class... Args>
using lead_of = typename map_check::first_value<Args...>::type;

/// The expression `F over args` with meaning M, of operands that were checked.
template <class F, class M, class... Args>
auto build_map(F f, Args&&... args) {
  using E = typename lead_of<Args...>::element;
  using Axes = typename lead_of<Args...>::axes_type;
  return map_expression<F, M, Axes, typename lead_of<Args...>::device, kept<E, Args&&>...>(
      f, static_cast<Args&&>(args)...);
}

/// What an operation gives if its operands were refused, so that nothing cascades: the tensor T, tracked if
/// one of them is.
template <class T, class... Args>
auto refused_result() {
  if constexpr ((tracks<Args> || ...)) {
    using sets =
        typename lowering::merge_all<typename lowering::reach<std::remove_cvref_t<Args>>::sets...>::type;
    constexpr int applications = (0 + ... + lowering::reach<std::remove_cvref_t<Args>>::applications);
    return refuse::stand_in<tracked_value<T, refused_node<typename T::element, sets, applications>>>();
  } else {
    return refuse::stand_in<T>();
  }
}

/// E if it computes; what is refused for that would have been cast to float.
template <class E>
using computing = std::conditional_t<ComputingElement<E>, E, float>;

template <class M, class... Args>
auto refused_map() {
  using lead = lead_of<Args...>;
  return refused_result<
      tensor<computing<typename lead::element>, M, typename lead::axes_type, typename lead::device>,
      Args...>();
}

}  // namespace wellformed
