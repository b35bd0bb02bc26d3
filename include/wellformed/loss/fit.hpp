// SPDX-License-Identifier: Apache-2.0
// Whether the axes of a target fit those of a prediction: label set first, then axes, then batch.
#pragma once

#include <wellformed/refuse/axes.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/refuse/label.hpp>
#include <wellformed/refuse/loss_target.hpp>
#include <wellformed/tensor/tensor.hpp>

namespace wellformed::loss_check {

using refuse::at_loss, refuse::prediction, refuse::label;
using refuse::got, refuse::required, refuse::refused, refuse::got_extent, refuse::required_extent;

/// Axes with the batch made anonymous: whose rows they are is asked last.
struct any_source;
template <class L>
struct unbatched_impl {
  using type = L;
};
template <class S, index_t Min, index_t Max, class... A>
struct unbatched_impl<axes<batch<S, Min, Max>, A...>> {
  using type = axes<batch<any_source, 0>, A...>;
};
template <class L, class M>
inline constexpr bool same_but_batch =
    std::is_same_v<typename unbatched_impl<L>::type, typename unbatched_impl<M>::type>;

template <class A>
struct source_impl {
  using type = void;
};
template <class S, index_t Min, index_t Max>
struct source_impl<batch<S, Min, Max>> {
  using type = S;
};

/// Rule (on failure) about axes L of the target where Wanted are needed; then whose rows these are.
template <class Rule, class L, class Wanted>
constexpr auto axes_are() {
  using mine = axis_list::batch_of<Wanted>;
  using theirs = axis_list::batch_of<L>;
  using my_source = typename source_impl<mine>::type;
  using their_source = typename source_impl<theirs>::type;
  if constexpr (!same_but_batch<L, Wanted>) {
    return refused<Rule, got<L>, required<Wanted>>{};
  } else if constexpr (!std::is_same_v<my_source, their_source>) {
    return refused<refuse::wf401, got<their_source>, required<my_source>>{};
  } else if constexpr (!std::is_same_v<mine, theirs>) {
    return refused<refuse::wf403, got<theirs>, required<mine>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Whether axes A have the class axis of S.
template <class A, class S>
constexpr auto has_classes_of() {
  constexpr int at = axis_list::class_axis<A>;
  if constexpr (at < 0) {
    using last = axis_list::last<A>;
    if constexpr (std::is_void_v<last>) {
      return refused<refuse::wf241, got<A>, required<classes<S>>>{};
    } else if constexpr (last::max == 1 && !is_batch_axis<last>) {
      return refused<refuse::wf117, got<last>, required<classes<S>>>{};
    } else {
      return refused<refuse::wf241, got<last>, required<classes<S>>, got_extent<last::max>,
                     required_extent<class_count<S>>>{};
    }
  } else {
    using set = typename axis_list::at<static_cast<std::size_t>(at), A>::set;
    if constexpr (!std::is_same_v<set, S>) {
      return refused<refuse::wf240, prediction<set>, label<S>>{};
    } else {
      return refuse::accepted{};
    }
  }
}

/// How one kind of target fits. `set`: the label set; `columns`: the axis that pos_weight runs along.
template <class P, class T, class Meaning = typename T::meaning>
struct fit {  // numbers of equal axes
  using set = void;
  using columns = axis_list::last<typename P::axes_type>;
  static constexpr auto verdict() {
    return axes_are<refuse::wf341, typename T::axes_type, typename P::axes_type>();
  }
};

/// One id a row: the axes of the prediction without its class axis.
template <class P, class T, class S, class I>
struct fit<P, T, class_index<S, I>> {
  using set = S;
  using axes_type = typename P::axes_type;
  static constexpr auto verdict() {
    using own = decltype(has_classes_of<axes_type, S>());
    if constexpr (!own::ok) {
      return own{};
    } else if constexpr (class_count<S> < 2) {
      return refused<refuse::wf117, got<classes<S>>>{};
    } else {
      using wanted = axis_list::without_at<axes_type, axis_list::class_axis<axes_type>>;
      return axes_are<refuse::wf340, typename T::axes_type, wanted>();
    }
  }
};

/// A number for each class: equal axes, with the class axis of the set.
template <class P, class T, class S, index_t AtLeast>
struct distribution_fit {
  using set = S;
  using columns = classes<S>;
  static constexpr auto verdict() {
    using own = decltype(has_classes_of<typename P::axes_type, S>());
    if constexpr (!own::ok) {
      return own{};
    } else if constexpr (class_count<S> < AtLeast) {
      return refused<refuse::wf117, got<classes<S>>>{};
    } else {
      return axes_are<refuse::wf341, typename T::axes_type, typename P::axes_type>();
    }
  }
};
template <class P, class T, class S>
struct fit<P, T, class_probs<S>> : distribution_fit<P, T, S, 2> {};
template <class P, class T, class S>
struct fit<P, T, one_hot<S>> : distribution_fit<P, T, S, 2> {};
template <class P, class T, class S>
struct fit<P, T, multi_hot<S>> : distribution_fit<P, T, S, 1> {};

/// A distribution that another net gave: its class axis says over which set.
template <class P, class T>
struct computed_distribution {
  static constexpr int at = axis_list::class_axis<typename T::axes_type>;
  template <int At>
  struct set_at {
    using type = typename axis_list::at<static_cast<std::size_t>(At), typename T::axes_type>::set;
  };
  template <int At>
    requires(At < 0)
  struct set_at<At> {
    using type = void;
  };
  using set = typename set_at<at>::type;
  static constexpr auto verdict() {
    if constexpr (at < 0) {
      return refused<refuse::wf242, got<typename T::axes_type>>{};
    } else {
      return distribution_fit<P, T, set, 2>::verdict();
    }
  }
};
template <class P, class T>
struct fit<P, T, simplex> : computed_distribution<P, T> {};
template <class P, class T>
struct fit<P, T, log_prob> : computed_distribution<P, T> {};

/// Yes or no a row: one column, or no axis for it.
template <class P, class T, class S>
struct fit<P, T, binary<S>> {
  using set = S;
  using columns = positive<S>;
  static constexpr auto verdict() {
    using p = typename P::axes_type;
    using t = typename T::axes_type;
    using last = axis_list::last<p>;
    if constexpr (is_positive_axis<last> && !std::is_same_v<last, positive<S>>) {
      return refused<refuse::wf240, prediction<last>, label<positive<S>>>{};
    } else if constexpr (same_but_batch<t, p>) {
      return axes_are<refuse::wf341, t, p>();
    } else if constexpr (std::is_same_v<last, positive<S>> || std::is_same_v<last, dim<1>>) {
      return axes_are<refuse::wf341, t, axis_list::without_last<p>>();
    } else if constexpr (p::rank == t::rank + 1) {
      return refused<refuse::wf244, got<last>, required<positive<S>>>{};
    } else {
      return axes_are<refuse::wf341, t, p>();
    }
  }
};

template <class P, class T>
constexpr auto axes_fit() {
  return fit<P, T>::verdict();
}

}  // namespace wellformed::loss_check
