// SPDX-License-Identifier: Apache-2.0
// Verdicts that operations with a pass of their own share: numbers and not ids, an axis that exists, an element type
// that computes. And (outer, n, inner): the three extents that such a pass sees.
#pragma once

#include <wellformed/expr/attach.hpp>
#include <wellformed/refuse/axis_use.hpp>
#include <wellformed/types/find_axis.hpp>
#include <wellformed/types/weaken.hpp>

namespace wellformed::op_check {

template <class X>
using meaning = typename std::remove_cvref_t<X>::meaning;
template <class X>
using axes_of = typename std::remove_cvref_t<X>::axes_type;
template <class X>
using element = typename std::remove_cvref_t<X>::element;

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

/// Moves elements of any type: the operand is not kept by name, every axis in What is there.
template <class X, class... What>
constexpr auto movable();
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
template <class X, class... What>
constexpr auto movable() {
  if constexpr (kept_by_name<X>) {
    return refuse::refused<refuse::wf702>{};
  } else {
    return every_named<X, What...>();
  }
}

/// Computes with numbers along the axes in What.
template <class X, class... What>
constexpr auto numbers() {
  using place = decltype(movable<X, What...>());
  if constexpr (kept_by_name<X>) {
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

namespace wellformed {

/// Extents before an axis, of the axis, and after it.
struct three_extents {
  index_t outer = 1, n = 1, inner = 1;
};
template <std::size_t Rank>
constexpr three_extents around(std::array<index_t, Rank> const& extents, int axis) {
  three_extents result;
  for (std::size_t i = 0; i < Rank; ++i) {
    auto& part = static_cast<int>(i) < axis ? result.outer : static_cast<int>(i) == axis ? result.n : result.inner;
    part *= extents[i];
  }
  return result;
}

/// Extents without the one of an axis.
template <int I, std::size_t Rank>
constexpr std::array<index_t, Rank - 1> extents_without(std::array<index_t, Rank> const& extents) {
  std::array<index_t, Rank - 1> result{};
  for (std::size_t i = 0; i + 1 < Rank; ++i) result[i] = extents[i < static_cast<std::size_t>(I) ? i : i + 1];
  return result;
}

}  // namespace wellformed
