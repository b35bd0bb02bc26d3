// SPDX-License-Identifier: Apache-2.0
// Verdicts that operations with a pass of their own share: numbers and not ids, an axis that exists, an
// element type that computes.
#pragma once

#include <wellformed/expr/attach.hpp>
#include <wellformed/expr/build_map.hpp>
#include <wellformed/refuse/axis_use.hpp>
#include <wellformed/types/find_axis.hpp>
#include <wellformed/types/weaken.hpp>

namespace wellformed::op_check {

template <class X>
using meaning = typename std::remove_cvref_t<X>::meaning;
template <class X>
using axes_of = typename std::remove_cvref_t<X>::axes_type;

/// Stands for the class axis of the operand, whatever its label set.
struct the_class_axis {};

template <class X>
using element = typename std::remove_cvref_t<X>::element;
template <class X>
using device_of = typename std::remove_cvref_t<X>::device;

/// The axis must be there once; `What` is what the program calls it.
template <class X, class What>
constexpr auto named() {
  constexpr int found = axis_list::count_called<axes_of<X>, What>;
  if constexpr (found == 0) {
    return refuse::refused<refuse::wf312, refuse::got<What>, refuse::required<axes_of<X>>>{};
  } else if constexpr (found > 1) {
    return refuse::refused<refuse::wf370, refuse::got<What>, axes_of<X>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class X>
constexpr auto every_named() {
  return refuse::accepted{};
}
template <class X, class What, class... Rest>
constexpr auto every_named() {
  using first = decltype(named<X, What>());
  if constexpr (first::ok) {
    return every_named<X, Rest...>();
  } else {
    return first{};
  }
}

/// Moves elements of any type: the operand is not kept by name, every axis in What is there.
template <class X, class... What>
constexpr auto movable() {
  if constexpr (!consumable<X>) {
    return not_consumable<X>();
  } else {
    return every_named<X, What...>();
  }
}

/// Axis of the operand that What names.
template <class X, class What>
using axis_of = axis_list::at<static_cast<std::size_t>(axis_list::find<axes_of<X>, What>), axes_of<X>>;

/// What a refused change of shape gives.
template <class X>
using shapeless = tensor<element<X>, meaning<X>, unknown_axes, typename std::remove_cvref_t<X>::device>;

/// Axes without the named one; unknown ones if there is none, for what a refused call returns.
template <class L, int I>
struct without {
  using type = axis_list::without_at<L, I>;
};
template <class L>
struct without<L, -1> {
  using type = unknown_axes;
};
template <class X, class What>
using axes_without = typename without<axes_of<X>, axis_list::find<axes_of<X>, What>>::type;

/// Computes with numbers along the axes in What.
template <class X, class... What>
constexpr auto numbers() {
  using place = decltype(movable<X, What...>());
  if constexpr (!consumable<X>) {
    return place{};
  } else if constexpr (is_categorical<meaning<X>>) {
    return refuse::refused<refuse::wf204, refuse::got<meaning<X>>>{};
  } else if constexpr (!place::ok) {
    return place{};
  } else if constexpr (!ComputingElement<element<X>>) {
    return refuse::refused<refuse::wf502, refuse::got<element<X>>>{};
  } else {
    return refuse::accepted{};
  }
}

}  // namespace wellformed::op_check
