// SPDX-License-Identifier: Apache-2.0
// Axes: what a dimension of a tensor is, and how long it can be. Two axes are the same if their types are.
#pragma once

#include <concepts>
#include <type_traits>

#include <wellformed/core/config.hpp>
#include <wellformed/types/label_set.hpp>

namespace wellformed {

// Bounds that make no sense are refused where a tensor or a layer of the axis is formed (WF301): a check here
// would speak from inside of the concept below, and compilers then tell its whole story.

/// An axis without a name: only its extent says what it is.
template <index_t N>
struct dim {
  static constexpr index_t min = N, max = N;
};

/// A named axis of Min to Max elements; static when both are equal. `axis<height, 28>` is not `axis<width,
/// 28>`.
template <class Tag, index_t Min, index_t Max = Min>
struct axis {
  using tag = Tag;
  static constexpr index_t min = Min, max = Max;
};

/// The rows of one loader or data set. Rows of two sources never meet.
template <class Source, index_t Min, index_t Max = Min>
struct batch {
  using source = Source;
  static constexpr index_t min = Min, max = Max;
};

/// The axis along which the members of label set S stand.
template <LabelSet S>
struct classes {
  using set = S;
  static constexpr index_t min = class_count<S>, max = class_count<S>;
};

/// The single column that says how much a row belongs to the positive member of a set of two.
template <LabelSet S>
struct positive {
  using set = S;
  static constexpr index_t min = 1, max = 1;
};

/// Rows that two sources yield in step.
template <class... Sources>
struct joint;

template <class A>
inline constexpr bool is_static_axis = A::min == A::max;

template <class A>
inline constexpr bool is_batch_axis = false;
template <class S, index_t Min, index_t Max>
inline constexpr bool is_batch_axis<batch<S, Min, Max>> = true;

template <class A>
inline constexpr bool is_class_axis = false;
template <class S>
inline constexpr bool is_class_axis<classes<S>> = true;

template <class A>
inline constexpr bool is_positive_axis = false;
template <class S>
inline constexpr bool is_positive_axis<positive<S>> = true;

template <class A>
concept Axis = requires {
  { A::min } -> std::convertible_to<index_t>;
  { A::max } -> std::convertible_to<index_t>;
};

template <class A>
inline constexpr bool has_good_bounds = 0 <= A::min && A::min <= A::max;

/// `dim<N>` for a number, `classes<S>` for a label set, `positive<S>` for `binary<S>`, an axis for itself.
template <class What>
struct axis_named {
  using type = What;
};
template <LabelSet S>
struct axis_named<S> {
  using type = classes<S>;
};

}  // namespace wellformed
