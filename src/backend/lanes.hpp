// SPDX-License-Identifier: Apache-2.0
// Sums over the elements of one or of sixteen features at a time, in double and in sixteen lanes: adjacent
// elements go to different sums, which a compiler turns into vectors without being allowed to reorder
// anything.
#pragma once

#include <array>

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

inline constexpr index_t lanes = 16;

/// A number for each lane.
template <class T>
using laned = std::array<T, static_cast<std::size_t>(lanes)>;

/// `groups` runs of `length` elements each, `group_step` apart. Either all belong to one feature, or a lane
/// is a feature; then length <= lanes.
struct runs {
  index_t groups;
  index_t group_step;
  index_t length;
  bool lane_is_feature;

  index_t features() const { return lane_is_feature ? length : 1; }
  index_t count() const { return lane_is_feature ? groups : groups * length; }

  /// Calls each(offset, lane) for every element.
  template <class Each>
  void visit(Each each) const {
    for (index_t g = 0; g < groups; ++g) {
      index_t const first = g * group_step;
      index_t i = 0;
      for (; i + lanes <= length; i += lanes) {
        for (index_t k = 0; k < lanes; ++k) each(first + i + k, static_cast<std::size_t>(k));
      }
      for (index_t k = 0; i + k < length; ++k) each(first + i + k, static_cast<std::size_t>(k));
    }
  }

  /// In each lane the sum of value(offset, lane) over its feature.
  template <class Value>
  laned<double> sum(Value value) const {
    laned<double> totals{};
    visit([&](index_t i, std::size_t k) { totals[k] += value(i, k); });
    if (lane_is_feature) return totals;
    double total = 0;
    for (double const lane : totals) total += lane;
    totals.fill(total);
    return totals;
  }
};

/// The runs of features `first`, ... of (batch, features, spatial): sixteen features where spatial is 1, else
/// one.
inline runs runs_of(index_t first, index_t batch, index_t features, index_t spatial) {
  if (spatial != 1) return {batch, features * spatial, spatial, false};
  index_t const left = features - first;
  return {batch, features, left < lanes ? left : lanes, true};
}

/// values[first], ... of the features in the lanes, or `fallback` everywhere if there are none.
template <class T>
laned<T> load_lanes(T const* values, index_t first, runs const& r, T fallback) {
  laned<T> result;
  result.fill(fallback);
  if (values == nullptr) return result;
  if (!r.lane_is_feature)
    result.fill(values[first]);
  else
    for (index_t k = 0; k < r.length; ++k) result[static_cast<std::size_t>(k)] = values[first + k];
  return result;
}

}  // namespace wellformed::backend
