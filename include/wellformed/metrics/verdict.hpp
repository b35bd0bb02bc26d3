// SPDX-License-Identifier: Apache-2.0
// Whether a metric can compare a prediction with a label, and how the two lie in memory if so.
#pragma once

#include <wellformed/expr/map.hpp>
#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/refuse/label.hpp>
#include <wellformed/refuse/mode.hpp>
#include <wellformed/tensor/padded.hpp>
#include <wellformed/types/label.hpp>

namespace wellformed::metrics {

/// Domains whose values order the classes.
template <class M>
inline constexpr bool orders_classes = false;
template <class M>
  requires(domain_of<M> == domain_kind::real || domain_of<M> == domain_kind::logits ||
           domain_of<M> == domain_kind::signed_unit || domain_of<M> == domain_kind::log_prob ||
           domain_of<M> == domain_kind::simplex || domain_of<M> == domain_kind::unit_interval)
inline constexpr bool orders_classes<M> = true;
template <class D>
inline constexpr bool orders_classes<narrowed<D>> = orders_classes<D>;

/// One column says yes or no by a log-odds or by a probability of its own; it cannot be one class of a
/// simplex.
template <class M, class Label>
inline constexpr bool orders = orders_classes<M>;
template <class M, class S>
inline constexpr bool orders<M, binary<S>> =
    orders_classes<M> && !std::is_same_v<M, log_prob> && !std::is_same_v<M, simplex>;

/// The class axis of S in a list, or -1: classes<S>, or positive<S> for binary labels.
template <class Label, class Axes>
inline constexpr int score_axis = -1;
template <class S, class I, class Axes>
inline constexpr int score_axis<class_index<S, I>, Axes> = axis_list::index_of<Axes, classes<S>>;
template <class S, class Axes>
inline constexpr int score_axis<binary<S>, Axes> = axis_list::index_of<Axes, positive<S>>;

/// Position of any class axis or one-column axis, whatever its set.
template <class Axes>
inline constexpr int any_score_axis = -1;
template <class... A>
inline constexpr int any_score_axis<axes<A...>> = [] {
  int found = -1;
  int i = 0;
  ((found = (is_class_axis<A> || is_positive_axis<A>) ? i : found, ++i), ...);
  return found;
}();

template <class Label>
inline constexpr bool names_one_class =
    kind_of<Label> == label_kind::class_index || kind_of<Label> == label_kind::binary;

template <class A>
struct unsourced {
  using type = A;
};
template <class Source, index_t Min, index_t Max>
struct unsourced<batch<Source, Min, Max>> {
  using type = batch<void, Min, Max>;
};
template <class L>
struct without_source;
template <class... A>
struct without_source<axes<A...>> {
  using type = axes<typename unsourced<A>::type...>;
};
/// The same axes, but perhaps rows of different loaders.
template <class A, class B>
inline constexpr bool same_but_source =
    std::is_same_v<typename without_source<A>::type, typename without_source<B>::type>;

/// The first broken rule, in the order mode, domain, kind, label set, axes, batch, element type,
/// device.
template <class P, class Y>
constexpr auto verdict() {
  using prediction = std::remove_cvref_t<P>;
  using meaning = typename prediction::meaning;
  using label = typename std::remove_cvref_t<Y>::meaning;
  using given = typename prediction::axes_type;
  using label_axes = typename std::remove_cvref_t<Y>::axes_type;
  if constexpr (came_of_refusal<prediction>) {
    return refuse::already_reported{};
  } else if constexpr (prediction::tracked) {
    return refuse::refused<refuse::wf703>{};
  } else if constexpr (has_padding<given> && !is_padded<std::remove_cvref_t<Y>>) {
    return refuse::refused<refuse::wf427, refuse::label<label>>{};
  } else if constexpr (!orders<meaning, label>) {
    return refuse::refused<refuse::wf230, refuse::prediction<meaning>, refuse::label<label>>{};
  } else if constexpr (kind_of<label> == label_kind::regression) {
    return refuse::refused<refuse::wf237, refuse::label<label>>{};
  } else if constexpr (!names_one_class<label>) {
    return refuse::refused<refuse::wf231, refuse::label<label>>{};
  } else if constexpr (any_score_axis<given> < 0) {
    return refuse::refused<refuse::wf232, refuse::got<given>, refuse::label<label>>{};
  } else if constexpr (score_axis<label, given> < 0) {
    using axis = axis_list::at<static_cast<std::size_t>(any_score_axis<given>), given>;
    if constexpr (std::is_same_v<typename axis::set, typename label::set>) {
      return refuse::refused<refuse::wf232, refuse::got<axis>, refuse::label<label>>{};
    } else {
      return refuse::refused<refuse::wf233, refuse::prediction<typename axis::set>,
                             refuse::label<typename label::set>>{};
    }
  } else {
    using rows = axis_list::without_at<given, score_axis<label, given>>;
    constexpr bool column = kind_of<label> == label_kind::binary && same_but_source<given, label_axes>;
    if constexpr (!column && !same_but_source<rows, label_axes>) {
      return refuse::refused<refuse::wf234, refuse::prediction<given>, refuse::label<label_axes>>{};
    } else if constexpr (!std::is_same_v<axis_list::batch_of<given>, axis_list::batch_of<label_axes>>) {
      return refuse::refused<refuse::wf401, refuse::prediction<axis_list::batch_of<given>>,
                             refuse::label<axis_list::batch_of<label_axes>>>{};
    } else if constexpr (!ComputingElement<typename prediction::element>) {
      return refuse::refused<refuse::wf502, refuse::got<typename prediction::element>>{};
    } else if constexpr (!std::is_same_v<typename prediction::device,
                                         typename std::remove_cvref_t<Y>::device>) {
      return refuse::refused<refuse::wf602, refuse::got<typename std::remove_cvref_t<Y>::device>,
                             refuse::required<typename prediction::device>>{};
    } else {
      return refuse::accepted{};
    }
  }
}

/// Whether metrics can compare P with Y.
template <class P, class Y>
concept Comparable = Value<P> && Value<Y> && decltype(verdict<P, Y>())::ok;

/// Stands for the label set of a label that has none, and was refused.
struct no_set : label_set<2> {};

/// The label set of a label.
template <class Y>
struct set_of_impl {
  using type = no_set;
};
template <class Y>
  requires requires { typename std::remove_cvref_t<Y>::meaning::set; }
struct set_of_impl<Y> {
  using type = typename std::remove_cvref_t<Y>::meaning::set;
};
template <class Y>
using set_of = typename set_of_impl<Y>::type;

}  // namespace wellformed::metrics
