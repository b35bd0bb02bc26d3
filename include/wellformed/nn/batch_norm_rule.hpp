// SPDX-License-Identifier: Apache-2.0
// Which inputs a normalisation takes: where its features stand, and whether a batch can be too small to have
// a variance.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/batch.hpp>

namespace wellformed::nn::norm_check {

/// Position of the features: the last axis of two, the only axis F of more, -1 if there is none, -2 if there
/// are two.
template <class F, class Axes>
inline constexpr int feature_axis = -1;
template <class F, class First, class... Rest>
inline constexpr int feature_axis<F, axes<First, Rest...>> = [] {
  int found = -1;
  int i = 1;
  ((found = !std::is_same_v<Rest, F> ? found : found == -1 ? i : -2, ++i), ...);
  return found;
}();

/// The fewest values per feature that the axes allow.
template <int At, class Axes>
inline constexpr index_t fewest = axis_list::min_size<axis_list::without_at<Axes, At>>;

/// Rows of a data set whose length the type of its batch axis tells, and the batch size; 0 if it does not.
template <class Source>
inline constexpr index_t static_rows = 0;
template <class Source>
  requires requires { index_t{Source::rows}; }
inline constexpr index_t static_rows<Source> = Source::rows;

/// The size nearest to Size, going up or down by Step, that leaves no last batch of one row, or 0.
constexpr index_t nearest_size(index_t rows, index_t size, index_t step) {
  for (index_t n = size + step; n >= 2 && n <= rows; n += step) {
    if (rows % n != 1) return n;
  }
  return 0;
}

template <class Batch>
struct batch_values {
  using source = void;
};
template <class Source, index_t Min, index_t Max>
struct batch_values<batch<Source, Min, Max>> {
  using source = Source;
};

/// The refusal of a batch that may hold too few rows; with the tail and better sizes if the data set's length
/// is known.
template <class First>
constexpr auto too_few() {
  using namespace refuse;
  using source = typename batch_values<First>::source;
  constexpr auto rows = static_rows<source>;
  if constexpr (rows > 0) {
    constexpr index_t down = nearest_size(rows, First::max, -1), up = nearest_size(rows, First::max, 1);
    return refused<wf420, loader_minimum<First::min>, required<at_least<2>>, data_set_rows<rows>,
                   last_batch<rows % First::max>, batch_sizes_without_such_a_tail<down, up>>{};
  } else {
    return refused<wf420, loader_minimum<First::min>, required<at_least<2>>>{};
  }
}

template <class Mode, class F, class Axes>
constexpr auto batch_norm() {
  constexpr int at = feature_axis<F, Axes>;
  if constexpr (at == -2) {
    return refuse::refused<refuse::wf317, refuse::got<Axes>, refuse::required<F>>{};
  } else if constexpr (at < 0) {
    return refuse::refused<refuse::wf316, refuse::got<Axes>, refuse::required<F>>{};
  } else if constexpr (std::is_same_v<Mode, train_mode> && fewest<at, Axes> < 2) {
    return too_few<axis_list::at<0, Axes>>();
  } else {
    return refuse::accepted{};
  }
}

template <class F, class Axes>
constexpr auto last_axis() {
  if constexpr (std::is_same_v<axis_list::last<Axes>, F>) {
    return refuse::accepted{};
  } else {
    return refuse::refused<refuse::wf316, refuse::got<Axes>, refuse::required<F>>{};
  }
}

}  // namespace wellformed::nn::norm_check
