// SPDX-License-Identifier: Apache-2.0
// Which axes a layer of weights can stand between, and how many weights that makes.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/label.hpp>

namespace wellformed::nn::linear_check {

/// The axis that a program meant: also where it named a kind of labels instead of their set.
template <class What>
struct meant : axis_named<What> {};
template <class What>
  requires(kind_of<What> != label_kind::none && requires { typename What::set; })
struct meant<What> {
  using type = classes<typename What::set>;
};
template <LabelSet S>
struct meant<binary<S>> {
  using type = positive<S>;
};
template <index_t D>
struct meant<regression<D>> {
  using type = dim<D>;
};

/// One side of the layer, as the program wrote it.
template <class What>
constexpr auto side() {
  using made = typename meant<What>::type;
  if constexpr (kind_of<What> == label_kind::binary) {
    return meaning_verdict<What>();
  } else if constexpr (kind_of<What> != label_kind::none) {
    return refuse::refused<refuse::wf217, refuse::got<What>, refuse::required<made>>{};
  } else if constexpr (!Axis<made>) {
    return refuse::refused<refuse::wf338, refuse::got<What>>{};
  } else if constexpr (!has_good_bounds<made>) {
    return refuse::refused<refuse::wf301, made>{};
  } else {
    return refuse::accepted{};
  }
}

/// True if rows x columns numbers can be counted and would fit into a memory.
constexpr bool fits(index_t rows, index_t columns) {
  return rows == 0 || columns <= (index_t{1} << 48) / rows;
}

/// Weights between two axes.
template <class In, class Out>
constexpr auto weights() {
  if constexpr (!is_static_axis<In> || !is_static_axis<Out> || In::max < 1 || Out::max < 1 ||
                !fits(In::max, Out::max)) {
    return refuse::refused<refuse::wf339, refuse::got<In, Out>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class In, class Out>
constexpr auto verdict() {
  using first = decltype(side<In>());
  using second = decltype(side<Out>());
  if constexpr (!first::ok) {
    return first{};
  } else if constexpr (!second::ok) {
    return second{};
  } else {
    return weights<typename meant<In>::type, typename meant<Out>::type>();
  }
}

/// Whether there can be a layer of what was meant; else nothing more is said of the model that it is in.
template <class In, class Out>
inline constexpr bool can_stand = false;
template <Axis In, Axis Out>
  requires(has_good_bounds<In> && has_good_bounds<Out>)
inline constexpr bool can_stand<In, Out> = decltype(weights<In, Out>())::ok;

}  // namespace wellformed::nn::linear_check
