// SPDX-License-Identifier: Apache-2.0
// The list of axes of a tensor, outermost first, and questions about it.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <wellformed/types/axis.hpp>

namespace wellformed {

template <Axis... A>
struct axes {
  static constexpr int rank = sizeof...(A);
  static constexpr bool is_static = (is_static_axis<A> && ...);
};

/// Axes of what a refused operation gives, where nothing says which ones the right call would have given.
struct unknown_axis {
  static constexpr index_t min = 0, max = unbounded;
};
using unknown_axes = axes<unknown_axis>;

namespace axis_list {

template <class L, class A>
inline constexpr int index_of = -1;
template <class... Bs, class A>
inline constexpr int index_of<axes<Bs...>, A> = [] {
  int found = -1;
  int i = 0;
  ((found = (std::is_same_v<Bs, A> && found < 0) ? i : found, ++i), ...);
  return found;
}();

template <class L, class A>
inline constexpr bool contains = index_of<L, A> >= 0;

template <std::size_t I, class L>
struct at_impl;
template <std::size_t I, class... A>
struct at_impl<I, axes<A...>> {
  using type = std::tuple_element_t<I, std::tuple<A...>>;
};
template <std::size_t I, class L>
using at = typename at_impl<I, L>::type;

/// The last axis, or void of an empty list.
template <class L>
struct last_impl {
  using type = void;
};
template <class A, class... Rest>
struct last_impl<axes<A, Rest...>> {
  using type = at<sizeof...(Rest), axes<A, Rest...>>;
};
template <class L>
using last = typename last_impl<L>::type;

template <class, class>
struct join_impl;
template <class... A, class... B>
struct join_impl<axes<A...>, axes<B...>> {
  using type = axes<A..., B...>;
};
template <class L, class M>
using join = typename join_impl<L, M>::type;

template <class L, class Indices, std::size_t From>
struct slice_impl;
template <class L, std::size_t... I, std::size_t From>
struct slice_impl<L, std::index_sequence<I...>, From> {
  using type = axes<at<From + I, L>...>;
};
/// Axes From to From + Count.
template <class L, std::size_t From, std::size_t Count>
using slice = typename slice_impl<L, std::make_index_sequence<Count>, From>::type;

template <class L>
using without_last = slice<L, 0, static_cast<std::size_t>(L::rank) - 1>;

/// The list without its axis number I.
template <class L, int I>
using without_at = join<slice<L, 0, static_cast<std::size_t>(I)>,
                        slice<L, static_cast<std::size_t>(I) + 1, static_cast<std::size_t>(L::rank - I) - 1>>;

/// The list with its last axis replaced.
template <class L, class A>
using with_last = join<without_last<L>, axes<A>>;

/// Position of the class axis, or -1.
template <class L>
inline constexpr int class_axis = -1;
template <class... A>
inline constexpr int class_axis<axes<A...>> = [] {
  int found = -1;
  int i = 0;
  ((found = is_class_axis<A> ? i : found, ++i), ...);
  return found;
}();

/// The batch axis, or void: it stands first.
template <class L>
struct batch_impl {
  using type = void;
};
template <class S, index_t Min, index_t Max, class... A>
struct batch_impl<axes<batch<S, Min, Max>, A...>> {
  using type = batch<S, Min, Max>;
};
template <class L>
using batch_of = typename batch_impl<L>::type;

/// The product of the least extents, and of the greatest (saturating).
template <class L>
inline constexpr index_t min_size = 0;
template <class... A>
inline constexpr index_t min_size<axes<A...>> = (index_t{1} * ... * A::min);

template <class L>
inline constexpr index_t max_size = 0;
template <class... A>
inline constexpr index_t max_size<axes<A...>> = [] {
  index_t product = 1;
  // Not the builtin: nvcc does not evaluate it at compile time.
  [[maybe_unused]] auto const times = [&](index_t extent) {
    if (extent != 0 && product > unbounded / extent) {
      product = unbounded;
    } else {
      product *= extent;
    }
  };
  (times(A::max), ...);
  return product;
}();

}  // namespace axis_list
}  // namespace wellformed
