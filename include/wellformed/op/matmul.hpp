// SPDX-License-Identifier: Apache-2.0
// matmul: a product summed over one axis that both operands have.
#pragma once

#include <wellformed/expr/contract.hpp>
#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/permute.hpp>

namespace wellformed {

namespace op_check {

/// Stands for: the last axis of the left operand, which is the first one of the right operand.
struct the_inner_axis {};

/// Number of the contracted axis in an operand, or -1.
template <class X, class What, bool Left>
inline constexpr int contracted = axis_list::find<axes_of<X>, What>;
template <class X>
inline constexpr int contracted<X, the_inner_axis, true> = axes_of<X>::rank - 1;
template <class X>
inline constexpr int contracted<X, the_inner_axis, false> = axes_of<X>::rank == 0 ? -1 : 0;

template <class L, int I>
using axis_or_void =
    typename std::conditional_t<(I >= 0), axis_list::at_impl<static_cast<std::size_t>(I < 0 ? 0 : I), L>,
                                std::type_identity<void>>::type;

/// The contracted axis is there on both sides, once, and the result begins with its batch.
template <class A, class B, class What>
constexpr auto matmul_axes() {
  using refuse::got, refuse::required, refuse::refused;
  constexpr int i = contracted<A, What, true>, j = contracted<B, What, false>;
  using left = axis_or_void<axes_of<A>, i>;
  using right = axis_or_void<axes_of<B>, j>;
  if constexpr (axis_list::count_called<axes_of<A>, What> > 1 ||
                axis_list::count_called<axes_of<B>, What> > 1) {
    return refused<refuse::wf370, got<What>, axes_of<A>, axes_of<B>>{};
  } else if constexpr (std::is_void_v<left> || !std::is_same_v<left, right>) {
    return refused<refuse::wf373, got<right>, required<left>>{};
  } else if constexpr (j != 0 && !std::is_void_v<axis_list::batch_of<axes_of<B>>>) {
    return refused<refuse::wf374, got<axes_of<B>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class A, class B, class What>
constexpr auto matmul_verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using first = decltype(numbers<A>());
  using second = decltype(numbers<B>());
  using inner = decltype(matmul_axes<A, B, What>());
  if constexpr (!first::ok) {
    return first{};
  } else if constexpr (!second::ok) {
    return second{};
  } else if constexpr (!map_check::same_source<std::remove_cvref_t<A>, B>) {
    return refused<refuse::wf401, got<map_check::source<B>>, required<map_check::source<A>>>{};
  } else if constexpr (!inner::ok) {
    return inner{};
  } else if constexpr (!std::is_same_v<element<A>, element<B>>) {
    return refused<refuse::wf501, got<element<B>>, required<element<A>>>{};
  } else {
    return refuse::accepted{};
  }
}

/// The operand with axis I last (or first), the others in their order.
template <int I, bool Last, class X>
auto with_axis_at_end(X&& x) {
  constexpr int rank = axes_of<X>::rank;
  if constexpr (I == (Last ? rank - 1 : 0)) {
    return eval(static_cast<X&&>(x));
  } else {
    return [&]<int... P>(std::integer_sequence<int, P...>) {
      constexpr auto from = [](int p) {
        int const other = Last ? p : p - 1;
        return p == (Last ? rank - 1 : 0) ? I : other < I ? other : other + 1;
      };
      return layout_pass::reorder<from(P)...>(static_cast<X&&>(x));
    }(std::make_integer_sequence<int, rank>{});
  }
}

template <class A, class B>
using product_meaning = domain_rule::combined<domain_rule::contraction_of, A, B>;

}  // namespace op_check

/// Computes: the product summed over the last axis of a, which is the first axis of b; or over the named axis
/// of both: matmul<keys>(a, b). Shapes: (m..., k) x (k, n...) -> (m..., n...). Gradient: both. Refuses: WF373
/// no common axis, WF374 a result that would not begin with its batch, WF401 rows of two loaders, WF501 two
/// element types.
template <class Axis = op_check::the_inner_axis, Value A, Value B>
auto matmul(A&& a, B&& b) {
  using verdict = decltype(op_check::matmul_verdict<A&&, B&&, Axis>());
  using from_a = op_check::axes_of<A>;
  using from_b = op_check::axes_of<B>;
  using meaning = op_check::product_meaning<A, B>;
  if constexpr (verdict::ok) {
    constexpr int i = op_check::contracted<A, Axis, true>, j = op_check::contracted<B, Axis, false>;
    using to = axis_list::join<axis_list::without_at<from_a, i>, axis_list::without_at<from_b, j>>;
    return contract<meaning, to>(op_check::with_axis_at_end<i, true>(static_cast<A&&>(a)),
                                 op_check::with_axis_at_end<j, false>(static_cast<B&&>(b)));
  } else {
    verdict::report();
    return refused_result<tensor<op_check::element<A>, meaning, unknown_axes>, A, B>();
  }
}

}  // namespace wellformed
