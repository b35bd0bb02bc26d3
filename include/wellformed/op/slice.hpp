// SPDX-License-Identifier: Apache-2.0
// slice: a range of an axis; concat: two tensors end to end.
#pragma once

#include <wellformed/expr/layout.hpp>
#include <wellformed/op/check.hpp>
#include <wellformed/op/domain_pair.hpp>

namespace wellformed {

/// Tag of the axis that two axes of run-time length become, end to end.
template <class A, class B>
struct joined;

namespace op_check {

/// A range of an axis keeps its tag; a range of a class axis is no class axis.
template <class A, index_t Count>
struct sliced_axis {
  using type = dim<Count>;
};
template <class Tag, index_t Min, index_t Max, index_t Count>
struct sliced_axis<axis<Tag, Min, Max>, Count> {
  using type = axis<Tag, Count>;
};
template <class S, index_t Min, index_t Max, index_t Count>
struct sliced_axis<batch<S, Min, Max>, Count> {
  using type = batch<S, Count>;
};

/// Sum of two greatest extents, saturating.
constexpr index_t sum_of(index_t a, index_t b) { return a > unbounded - b ? unbounded : a + b; }

template <class A, class B>
struct joined_axis {
  using type = axis<joined<A, B>, A::min + B::min, sum_of(A::max, B::max)>;
};
template <class A, class B>
  requires(is_static_axis<A> && is_static_axis<B>)
struct joined_axis<A, B> {
  using type = dim<A::max + B::max>;
};
template <class Tag, index_t Min, index_t Max, index_t OtherMin, index_t OtherMax>
  requires(Min != Max || OtherMin != OtherMax)
struct joined_axis<axis<Tag, Min, Max>, axis<Tag, OtherMin, OtherMax>> {
  using type = axis<Tag, Min + OtherMin, sum_of(Max, OtherMax)>;
};
template <class Tag, index_t N, index_t M>
struct joined_axis<axis<Tag, N, N>, axis<Tag, M, M>> {
  using type = axis<Tag, N + M>;
};

/// Cutting or joining the axis along which rows stand together weakens the meaning.
template <class M, class L, int I>
using cut_meaning = std::conditional_t<I == axis_list::joint_axis<L>, weakened<M>, M>;

template <class X, class What, index_t From, index_t Count>
constexpr auto slice_verdict() {
  using common = decltype(movable<X, What>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (From < 0 || Count < 0 || From > axis_of<X, What>::min - Count) {
    return refuse::refused<refuse::wf379, refuse::got_extent<From, Count>,
                           refuse::required<axis_of<X, What>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class A, class B>
using concat_meaning = std::conditional_t<std::is_same_v<meaning<A>, meaning<B>>, meaning<A>,
                                          domain_rule::combined<domain_rule::union_of, A, B>>;

/// What the two operands must have in common, besides their axes.
template <class A, class B>
constexpr auto concat_kinds() {
  using refuse::got, refuse::required, refuse::refused;
  using MA = meaning<A>;
  using MB = meaning<B>;
  if constexpr ((is_categorical<MA> || is_categorical<MB>) && !std::is_same_v<MA, MB>) {
    return refused<refuse::wf204, got<MB>, required<MA>>{};
  } else if constexpr (!map_check::same_source<std::remove_cvref_t<A>, B>) {
    return refused<refuse::wf401, got<map_check::source<B>>, required<map_check::source<A>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class A, class B, class WhatA, class WhatB>
constexpr auto concat_verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using first = decltype(movable<A, WhatA>());
  using second = decltype(movable<B, WhatB>());
  using kinds = decltype(concat_kinds<A, B>());
  if constexpr (!first::ok) {
    return first{};
  } else if constexpr (!second::ok) {
    return second{};
  } else if constexpr (!kinds::ok) {
    return kinds{};
  } else if constexpr (is_batch_axis<axis_of<A, WhatA>> || is_batch_axis<axis_of<B, WhatB>>) {
    return refused<refuse::wf315, got<axis_of<A, WhatA>, axis_of<B, WhatB>>>{};
  } else if constexpr (!std::is_same_v<
                           axis_list::with_at<axes_of<A>, axis_list::find<axes_of<A>, WhatA>, dim<0>>,
                           axis_list::with_at<axes_of<B>, axis_list::find<axes_of<B>, WhatB>, dim<0>>>) {
    return refused<refuse::wf380, got<axes_of<B>>, required<axes_of<A>>>{};
  } else if constexpr (!std::is_same_v<element<A>, element<B>>) {
    return refused<refuse::wf501, got<element<B>>, required<element<A>>>{};
  } else {
    return refuse::accepted{};
  }
}

}  // namespace op_check

/// Computes: Count elements of an axis from number From on: slice<time, 0, 8>(x).
/// Shapes: the axis keeps its tag; a part of a class axis is a dim. Gradient: zero outside of the range.
/// Domain: a part of a simplex is only within [0, 1]. Rows cut from a batch meet only rows cut alike.
/// Refuses: WF312 no such axis, WF379 beyond the least extent.
template <class Axis, index_t From, index_t Count, Value X>
auto slice(X&& x) {
  using verdict = decltype(op_check::slice_verdict<X&&, Axis, From, Count>());
  if constexpr (verdict::ok) {
    using old = op_check::axes_of<X>;
    constexpr int I = axis_list::find<old, Axis>;
    using cut = typename op_check::sliced_axis<op_check::axis_of<X, Axis>, Count>::type;
    using result = tensor<op_check::element<X>, op_check::cut_meaning<op_check::meaning<X>, old, I>,
                          axis_list::with_at<old, I, cut>, op_check::device_of<X>>;
    auto operand = eval(static_cast<X&&>(x));
    auto const& in = value_of(operand);
    auto extents = in.extents();
    extents[static_cast<std::size_t>(I)] = Count;
    auto serial = in.serial();
    if (is_batch_axis<cut> && serial != 0) serial = serial_from_row(serial, From);  // they are other rows
    auto const parts = around(in.extents(), I);
    auto y = layout_pass::slice<result>(in, parts, extents, From, Count, serial);
    slice_pull<std::remove_cvref_t<decltype(in)>> pull{in.extents(), in.serial(), parts, From, Count};
    return attach(std::move(operand), std::move(y), pull);
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

/// Computes: a, then b, along the axis AxisA of a and AxisB of b: concat<channel>(a, b), concat<dim<3>,
/// dim<5>>(a, b). Shapes: the axes of one tag stay that tag, others become a dim. Gradient: the two parts.
/// Refuses: WF315 batches, WF380 other axes that differ, WF204 ids of two kinds, WF401, WF501.
template <class AxisA, class AxisB = AxisA, Value A, Value B>
auto concat(A&& a, B&& b) {
  using verdict = decltype(op_check::concat_verdict<A&&, B&&, AxisA, AxisB>());
  if constexpr (verdict::ok) {
    using old = op_check::axes_of<A>;
    constexpr int I = axis_list::find<old, AxisA>;
    constexpr auto at = static_cast<std::size_t>(I);
    using axis_now =
        typename op_check::joined_axis<op_check::axis_of<A, AxisA>, op_check::axis_of<B, AxisB>>::type;
    using E = op_check::element<A>;
    using result = tensor<E, op_check::cut_meaning<op_check::concat_meaning<A, B>, old, I>,
                          axis_list::with_at<old, I, axis_now>, op_check::device_of<A>>;
    auto first = eval(static_cast<A&&>(a));
    auto second = eval(static_cast<B&&>(b));
    auto y = layout_pass::concat<result>(value_of(first), value_of(second), at);
    concat_pull<tensor_of<A>, tensor_of<B>> pull{first.extents(), second.extents(), first.serial(),
                                                 second.serial(), I};
    return attach(std::move(first), std::move(second), std::move(y), pull);
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<A>, A, B>();
  }
}

}  // namespace wellformed
