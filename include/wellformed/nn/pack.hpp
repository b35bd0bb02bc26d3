// SPDX-License-Identifier: Apache-2.0
// A list of values of different types, by index. Unlike std::tuple it costs the compiler one small class per
// element: networks have many layers.
#pragma once

#include <type_traits>
#include <utility>

namespace wellformed::nn {

template <class T>
struct type_tag {
  using type = T;
};

template <int I, class T>
struct slot {
  T held;
};

template <class Indices, class... T>
struct slots;
template <int... I, class... T>
struct slots<std::integer_sequence<int, I...>, T...> : slot<I, T>... {};

template <class... T>
using pack = slots<std::make_integer_sequence<int, static_cast<int>(sizeof...(T))>, T...>;

template <int I, class T>
constexpr T& at(slot<I, T>& s) {
  return s.held;
}
template <int I, class T>
constexpr T const& at(slot<I, T> const& s) {
  return s.held;
}

/// The same for types alone.
template <int I, class T>
struct type_slot {};
template <class Indices, class... T>
struct type_slots;
template <int... I, class... T>
struct type_slots<std::integer_sequence<int, I...>, T...> : type_slot<I, T>... {};

template <int I, class T>
type_tag<T> type_in(type_slot<I, T> const*);

}  // namespace wellformed::nn
