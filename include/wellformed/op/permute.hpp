// SPDX-License-Identifier: Apache-2.0
// permute: the axes in another order, copied to contiguous elements.
#pragma once

#include <wellformed/expr/layout.hpp>
#include <wellformed/op/check.hpp>

namespace wellformed {

namespace op_check {

/// True if no position occurs twice.
template <std::size_t N>
constexpr bool distinct(std::array<int, N> const& positions) {
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (positions[i] == positions[j]) return false;
    }
  }
  return true;
}

template <class X, class... What>
inline constexpr std::array<int, sizeof...(What)> positions = {axis_list::find<axes_of<X>, What>...};

template <class X, class... What>
constexpr auto permute_verdict() {
  using common = decltype(movable<X, What...>());
  using from = axes_of<X>;
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (sizeof...(What) != from::rank || !distinct(positions<X, What...>)) {
    return refuse::refused<refuse::wf378, refuse::got<What...>, refuse::required<from>>{};
  } else if constexpr (!std::is_void_v<axis_list::batch_of<from>> && positions<X, What...>[0] != 0) {
    return refuse::refused<refuse::wf315, refuse::got<axis_list::batch_of<from>>>{};
  } else {
    return refuse::accepted{};
  }
}

}  // namespace op_check

namespace layout_pass {

/// The axes of x in the order of the positions, whatever they are.
template <int... Position, class X>
auto reorder(X&& x) {
  using from = op_check::axes_of<X>;
  using to = axes<axis_list::at<static_cast<std::size_t>(Position), from>...>;
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  using input = std::remove_cvref_t<decltype(in)>;
  using result = tensor<typename input::element, moved_meaning<typename input::meaning, from, to>, to,
                        typename input::device>;
  constexpr std::array<int, sizeof...(Position)> order{Position...};
  permute_pull<input> pull{};
  for (std::size_t i = 0; i < order.size(); ++i)
    pull.back[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  auto y = permute<result>(in, order);
  return attach(std::move(operand), std::move(y), pull);
}

}  // namespace layout_pass

/// Computes: the same elements with the axes in the order named: permute<rows, channel, height, width>(x).
/// Gradient: yes. Refuses: WF312 no such axis, WF378 not each axis once, WF315 a batch that is not first.
template <class... Axes, Value X>
auto permute(X&& x) {
  using verdict = decltype(op_check::permute_verdict<X&&, Axes...>());
  if constexpr (verdict::ok) {
    return layout_pass::reorder<axis_list::find<op_check::axes_of<X>, Axes>...>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<op_check::shapeless<X>, X>();
  }
}

}  // namespace wellformed
