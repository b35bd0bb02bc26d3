// SPDX-License-Identifier: Apache-2.0
// Finding an axis by what a program calls it: the axis itself, the tag of an axis, the source of a batch, a
// label set.
#pragma once

#include <wellformed/types/axes.hpp>
#include <wellformed/types/label.hpp>

namespace wellformed::axis_list {

/// True if a program may call axis A by What.
template <class A, class What>
inline constexpr bool is_called = std::is_same_v<A, What>;
template <class Tag, index_t Min, index_t Max>
inline constexpr bool is_called<axis<Tag, Min, Max>, Tag> = true;
template <class Source, index_t Min, index_t Max>
inline constexpr bool is_called<batch<Source, Min, Max>, Source> = true;
template <class S>
inline constexpr bool is_called<classes<S>, S> = true;
template <class S>
inline constexpr bool is_called<positive<S>, binary<S>> = true;

/// How many axes of L are called What.
template <class L, class What>
inline constexpr int count_called = 0;
template <class... A, class What>
inline constexpr int count_called<axes<A...>, What> = (0 + ... + (is_called<A, What> ? 1 : 0));

/// Position of the first axis of L that is called What, or -1.
template <class L, class What>
inline constexpr int find = -1;
template <class... A, class What>
inline constexpr int find<axes<A...>, What> = [] {
  int found = -1;
  int i = 0;
  ((found = (is_called<A, What> && found < 0) ? i : found, ++i), ...);
  return found;
}();

/// The list with axis number I replaced by the axes B.
template <class L, int I, class... B>
using with_at = join<join<slice<L, 0, static_cast<std::size_t>(I)>, axes<B...>>,
                     slice<L, static_cast<std::size_t>(I) + 1, static_cast<std::size_t>(L::rank - I) - 1>>;

/// Position of the axis along which the values of a row belong together: the class axis, or the last one.
template <class L>
inline constexpr int joint_axis = class_axis<L> >= 0 ? class_axis<L> : L::rank - 1;

}  // namespace wellformed::axis_list
