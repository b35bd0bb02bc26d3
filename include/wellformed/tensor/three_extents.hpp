// SPDX-License-Identifier: Apache-2.0
// (outer, n, inner): the three extents that a pass along one axis sees, whatever the rank.
#pragma once

#include <wellformed/tensor/extents.hpp>

namespace wellformed {

/// Extents before an axis, of the axis, and after it.
struct three_extents {
  index_t outer = 1, n = 1, inner = 1;
};

template <std::size_t Rank>
constexpr three_extents around(std::array<index_t, Rank> const& extents, int axis) {
  three_extents result;
  for (std::size_t i = 0; i < Rank; ++i) {
    auto& part = static_cast<int>(i) < axis    ? result.outer
                 : static_cast<int>(i) == axis ? result.n
                                               : result.inner;
    part *= extents[i];
  }
  return result;
}

/// Extents without the one of axis I.
template <int I, std::size_t Rank>
constexpr std::array<index_t, Rank - 1> extents_without(std::array<index_t, Rank> const& extents) {
  std::array<index_t, Rank - 1> result{};
  for (std::size_t i = 0; i + 1 < Rank; ++i) result[i] = extents[static_cast<int>(i) < I ? i : i + 1];
  return result;
}

}  // namespace wellformed
