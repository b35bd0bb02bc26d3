// SPDX-License-Identifier: Apache-2.0
// broadcast_like: the one way in which an operand is repeated.
#pragma once

#include <wellformed/op/check.hpp>

namespace wellformed {

namespace op_check {

template <class X, class Target>
constexpr auto broadcast() {
  using refuse::got, refuse::required, refuse::refused;
  using shape = broadcasting::pattern<axes_of<X>, axes_of<Target>>;
  if constexpr (!consumable<X>) {
    return not_consumable<X>();
  } else if constexpr (!map_check::same_source<std::remove_cvref_t<Target>, X>) {
    return refused<refuse::wf401, got<map_check::source<X>>, required<map_check::source<Target>>>{};
  } else if constexpr (shape::ambiguous) {
    return refused<refuse::wf370, got<axes_of<X>>, required<axes_of<Target>>>{};
  } else if constexpr (!shape::fits) {
    return refused<refuse::wf311, got<axes_of<X>>, required<axes_of<Target>>>{};
  } else if constexpr (!map_check::same_device<std::remove_cvref_t<Target>, X>) {
    return refused<refuse::wf602>{};
  } else {
    return refuse::accepted{};
  }
}

/// Throws WF402 if an axis of x that the target has differs in its extent.
template <class From, class To>
void check_broadcast(extents_of<From> const& from, extents_of<To> const& to) {
  using shape = broadcasting::pattern<From, To>;
  for (int i = 0, next = 0; i < shape::rank; ++i) {
    if (!shape::present(i)) continue;
    std::array<index_t, 1> const a{from[static_cast<std::size_t>(next++)]},
        b{to[static_cast<std::size_t>(i)]};
    check_same_extents(a, b, "broadcast_like");
  }
}

}  // namespace op_check

/// Computes: x, repeated along the axes of the target that x lacks. Lazy; the target is only looked at.
/// Shapes: those of the target. Gradient: the repeats' gradients add up.
/// Refuses: WF311 axes that the target lacks or has in another order, WF370 several axes that x could stand
/// for. Example: `std::move(y) * broadcast_like(gain, y)`.
template <Value X, Value Target>
auto broadcast_like(X&& x, Target const& target) {
  using verdict = decltype(op_check::broadcast<X&&, Target>());
  using to = op_check::axes_of<Target>;
  if constexpr (verdict::ok) {
    using E = op_check::element<X>;
    auto operand = eval(static_cast<X&&>(x));
    op_check::check_broadcast<op_check::axes_of<X>, to>(operand.extents(), target.extents());
    auto const serial = join_serials(operand.serial(), target.serial(), "broadcast_like");
    auto held = keep_operand<E>(std::move(operand));
    return repeated<decltype(held), to>{std::move(held), target.extents(), serial};
  } else {
    verdict::report();
    return refused_result<tensor<op_check::element<X>, op_check::meaning<X>, to>, X>();
  }
}

}  // namespace wellformed
