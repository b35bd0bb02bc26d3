// SPDX-License-Identifier: Apache-2.0
// gather: rows of a tensor by typed indices.
#pragma once

#include <wellformed/expr/gather.hpp>
#include <wellformed/op/reshape.hpp>

namespace wellformed {

namespace op_check {

/// Whether ids of meaning M count along axis A.
template <class M, class A>
inline constexpr bool indexes = false;
template <class A>
inline constexpr bool indexes<index_into<A>, A> = true;
template <class S>
inline constexpr bool indexes<class_index<S>, classes<S>> = true;
template <class V>
inline constexpr bool indexes<token_id<V>, classes<V>> = true;
template <index_t N>
inline constexpr bool indexes<position<N>, dim<N>> = true;
template <class Tag, index_t N>
inline constexpr bool indexes<position<N>, axis<Tag, N>> = true;

template <class X, class Index, class What>
constexpr auto gather_verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using common = decltype(movable<X, What>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (!indexes<meaning<Index>, axis_of<X, What>>) {
    return refused<refuse::wf383, got<meaning<Index>>, required<index_into<axis_of<X, What>>>>{};
  } else if constexpr (axis_list::find<axes_of<X>, What> != 0 &&
                       !std::is_void_v<axis_list::batch_of<axes_of<Index>>>) {
    return refused<refuse::wf315, got<axis_list::batch_of<axes_of<Index>>>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class L, int I, class IndexAxes>
struct gathered;
template <class L, int I, class... A>
struct gathered<L, I, axes<A...>> {
  using type = spliced_axes<L, I, 1, A...>;
};

}  // namespace op_check

/// Computes: the rows of x along the named axis that the index names: gather<rows>(x, order),
/// gather<words>(table, ids). Shapes: the axes of the index in the place of that axis. Gradient: rows taken
/// twice add up. Refuses: WF312 no such axis, WF383 an index into another axis, WF315 a batch that would not
/// be first.
template <class Axis, Value X, Value Index>
auto gather(X&& x, Index&& index) {
  using verdict = decltype(op_check::gather_verdict<X&&, Index&&, Axis>());
  if constexpr (verdict::ok) {
    using old = op_check::axes_of<X>;
    constexpr int I = axis_list::find<old, Axis>;
    using to = typename op_check::gathered<old, I, op_check::axes_of<Index>>::type;
    using M = op_check::meaning<X>;
    using result =
        tensor<op_check::element<X>, std::conditional_t<I == axis_list::joint_axis<old>, weakened<M>, M>, to,
               op_check::device_of<X>>;
    auto operand = eval(static_cast<X&&>(x));
    auto const at = eval(static_cast<Index&&>(index));
    auto const extents = op_check::spliced<I, 1>(operand.extents(), at.extents());
    bool const batched = !std::is_void_v<axis_list::batch_of<to>>;
    auto const serial = batched ? join_serials(operand.serial(), at.serial(), "gather") : 0;
    return gather_rows<result, I>(std::move(operand), at, extents, serial);
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

}  // namespace wellformed
