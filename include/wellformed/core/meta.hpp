// SPDX-License-Identifier: Apache-2.0
// The only door to Boost.Hana, by its fine-grained headers: heterogeneous lists of rules, columns and
// parameter sets.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include <boost/hana/at.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <wellformed/core/config.hpp>

namespace wellformed::meta {

namespace hana = boost::hana;

/// A list of objects of different types.
template <class... Items>
constexpr auto list(Items... items) {
  return hana::tuple<Items...>(items...);
}

/// Calls f with each item, in order.
template <class List, class F>
constexpr void for_each(List const& items, F f) {
  hana::for_each(items, f);
}

/// Item number I.
template <int I, class List>
constexpr auto const& at(List const& items) {
  return hana::at_c<static_cast<std::size_t>(I)>(items);
}

/// The type of item number I.
template <int I, class List>
using item =
    std::remove_cvref_t<decltype(hana::at_c<static_cast<std::size_t>(I)>(std::declval<List const&>()))>;

/// One plain array out of a list: `entry(item)` gives the element of each item.
template <class List, class F>
constexpr auto flatten(List const& items, F entry) {
  return hana::unpack(items, [&](auto const&... each) { return std::array{entry(each)...}; });
}

}  // namespace wellformed::meta
