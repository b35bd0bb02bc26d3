// SPDX-License-Identifier: Apache-2.0
// Other shapes on the same elements: merge_axes, split_axis, flatten, squeeze, unsqueeze. There is no free
// reshape: every axis of the result is a named axis of the operand, a product or a factor of one.
#pragma once

#include <wellformed/expr/layout.hpp>
#include <wellformed/op/check.hpp>

namespace wellformed {

/// Tag of the axis that two axes of run-time length become.
template <class A, class B>
struct merged;

namespace op_check {

template <class A, class B>
struct merged_axis {
  using type = axis<merged<A, B>, axis_list::min_size<axes<A, B>>, axis_list::max_size<axes<A, B>>>;
};
template <class A, class B>
  requires(is_static_axis<A> && is_static_axis<B>)
struct merged_axis<A, B> {
  using type = dim<A::max * B::max>;
};

/// No batch among the named axes.
template <class X, class... What>
constexpr auto not_batch() {
  using common = decltype(movable<X, What...>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr ((is_batch_axis<axis_of<X, What>> || ...)) {
    return refuse::refused<refuse::wf315, refuse::got<axis_of<X, What>...>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class X, class A, class B>
constexpr auto merge_verdict() {
  using common = decltype(not_batch<X, A, B>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (axis_list::find<axes_of<X>, A> + 1 != axis_list::find<axes_of<X>, B>) {
    return refuse::refused<refuse::wf376, refuse::got<axes_of<X>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class X, class What, class... Into>
constexpr auto split_verdict() {
  using common = decltype(not_batch<X, What>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (!is_static_axis<axis_of<X, What>> || !axes<Into...>::is_static ||
                       (index_t{1} * ... * Into::max) != axis_of<X, What>::max) {
    return refuse::refused<refuse::wf377, refuse::got<axis_of<X, What>>, refuse::required<Into...>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Axes after the batch.
template <class L>
inline constexpr int batch_count = std::is_void_v<axis_list::batch_of<L>> ? 0 : 1;
template <class L>
using after_batch = axis_list::slice<L, static_cast<std::size_t>(batch_count<L>),
                                     static_cast<std::size_t>(L::rank - batch_count<L>)>;
template <class L>
using before_rest = axis_list::slice<L, 0, static_cast<std::size_t>(batch_count<L>)>;

template <class X>
constexpr auto flatten_verdict() {
  if constexpr (!consumable<X>) {
    return not_consumable<X>();
  } else if constexpr (!after_batch<axes_of<X>>::is_static) {
    return refuse::refused<refuse::wf382, refuse::got<axes_of<X>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class X, class What>
constexpr auto squeeze_verdict() {
  using common = decltype(not_batch<X, What>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (axis_of<X, What>::min != 1 || axis_of<X, What>::max != 1) {
    return refuse::refused<refuse::wf381, refuse::got<axis_of<X, What>>, refuse::required<dim<1>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class X, class New>
constexpr auto unsqueeze_verdict() {
  if constexpr (!consumable<X>) {
    return not_consumable<X>();
  } else if constexpr (New::min != 1 || New::max != 1 || is_batch_axis<New>) {
    return refuse::refused<refuse::wf381, refuse::got<New>, refuse::required<dim<1>>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Tensor of X's elements along axes To.
template <class X, class To>
using reshaped = tensor<element<X>, moved_meaning<meaning<X>, axes_of<X>, To>, To, device_of<X>>;

/// Axes and extents with Taken of them, from number I on, replaced.
template <class L, int I, int Taken, class... New>
using spliced_axes = axis_list::join<
    axis_list::join<axis_list::slice<L, 0, static_cast<std::size_t>(I)>, axes<New...>>,
    axis_list::slice<L, static_cast<std::size_t>(I + Taken), static_cast<std::size_t>(L::rank - I - Taken)>>;
template <int I, int Taken, std::size_t Rank, std::size_t New>
auto spliced(std::array<index_t, Rank> const& from, std::array<index_t, New> const& by) {
  std::array<index_t, Rank + New - static_cast<std::size_t>(Taken)> result{};
  std::size_t at = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(I); ++i) result[at++] = from[i];
  for (auto const e : by) result[at++] = e;
  for (std::size_t i = static_cast<std::size_t>(I + Taken); i < Rank; ++i) result[at++] = from[i];
  return result;
}

/// x with Taken axes from number I on replaced by New, on the same elements.
template <int I, int Taken, class... New, class X>
auto splice(X&& x, std::array<index_t, sizeof...(New)> const& by) {
  using to = spliced_axes<axes_of<X>, I, Taken, New...>;
  auto const extents = spliced<I, Taken>(x.extents(), by);
  return layout_pass::reshape<reshaped<X, to>>(static_cast<X&&>(x), extents);
}

}  // namespace op_check

/// Computes: two neighbouring axes as one: merge_axes<height, width>(x). Shapes: dim<A * B>, or
/// axis<merged<A, B>, ...> if one is of run-time length. Gradient: yes. Refuses: WF312 no such axis, WF315
/// the batch, WF376 no neighbours.
template <class A, class B, Value X>
auto merge_axes(X&& x) {
  using verdict = decltype(op_check::merge_verdict<X&&, A, B>());
  if constexpr (verdict::ok) {
    constexpr int I = axis_list::find<op_check::axes_of<X>, A>;
    using joined = typename op_check::merged_axis<op_check::axis_of<X, A>, op_check::axis_of<X, B>>::type;
    auto const& e = x.extents();
    index_t const length = e[static_cast<std::size_t>(I)] * e[static_cast<std::size_t>(I) + 1];
    return op_check::splice<I, 2, joined>(static_cast<X&&>(x), {length});
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

/// Computes: one axis as several, outermost first: split_axis<dim<64>, dim<8>, dim<8>>(x). Gradient: yes.
/// Refuses: WF377 a product that differs, or a run-time length; WF315 the batch.
template <class Axis, class... Into, Value X>
auto split_axis(X&& x) {
  using verdict = decltype(op_check::split_verdict<X&&, Axis, Into...>());
  if constexpr (verdict::ok) {
    constexpr int I = axis_list::find<op_check::axes_of<X>, Axis>;
    return op_check::splice<I, 1, Into...>(static_cast<X&&>(x), {Into::max...});
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

/// Computes: all axes but the batch as one: (batch, dim<N>). Gradient: yes. Refuses: WF382 a run-time length.
template <Value X>
auto flatten(X&& x) {
  using verdict = decltype(op_check::flatten_verdict<X&&>());
  if constexpr (verdict::ok) {
    using from = op_check::axes_of<X>;
    constexpr int I = op_check::batch_count<from>;
    constexpr index_t length = axis_list::max_size<op_check::after_batch<from>>;
    return op_check::splice<I, from::rank - I, dim<length>>(static_cast<X&&>(x), {length});
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

/// Computes: x without an axis of one element. Gradient: yes. Refuses: WF315 the batch, WF381 more than one
/// element.
template <class Axis, Value X>
auto squeeze(X&& x) {
  using verdict = decltype(op_check::squeeze_verdict<X&&, Axis>());
  if constexpr (verdict::ok) {
    constexpr int I = axis_list::find<op_check::axes_of<X>, Axis>;
    return op_check::splice<I, 1>(static_cast<X&&>(x), {});
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

/// Computes: x with a new last axis of one element: unsqueeze<dim<1>>(x), unsqueeze<axis<channel, 1>>(x).
/// Gradient: yes. Refuses: WF381 another extent than one.
template <Axis New, Value X>
auto unsqueeze(X&& x) {
  using verdict = decltype(op_check::unsqueeze_verdict<X&&, New>());
  if constexpr (verdict::ok) {
    return op_check::splice<op_check::axes_of<X>::rank, 0, New>(static_cast<X&&>(x), {1});
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

}  // namespace wellformed
