// SPDX-License-Identifier: Apache-2.0
// masked_fill, and the two polarities of masks.
#pragma once

#include <wellformed/op/check.hpp>
#include <wellformed/op/domain_pair.hpp>
#include <wellformed/refuse/domain.hpp>

namespace wellformed {

/// The number where the mask is true, the element elsewhere; nothing flows back where the mask is true.
struct masked_fill_function {
  static constexpr char const* name = "masked_fill";
  template <class T>
  WF_HD T value(T x, bool masked, T fill) const {
    return masked ? fill : x;
  }
  template <int K, class T>
  WF_HD T slope(T, T, bool masked, T) const {
    return K == 0 && !masked ? T(1) : T(0);
  }
};

namespace op_check {

template <class X, class Mask>
constexpr auto masked_fill_verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using common = decltype(numbers<X>());
  using M = meaning<Mask>;
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (std::is_same_v<M, keep_mask>) {
    return refused<refuse::wf176, got<M>, required<drop_mask>>{};
  } else if constexpr (!std::is_same_v<element<Mask>, bool> ||
                       (!std::is_same_v<M, boolean> && !std::is_same_v<M, drop_mask>)) {
    return refused<refuse::wf178, got<element<Mask>, M>, required<bool, drop_mask>>{};
  } else if constexpr (!map_check::same_source<std::remove_cvref_t<X>, Mask>) {
    return refused<refuse::wf401, got<map_check::source<Mask>>, required<map_check::source<X>>>{};
  } else if constexpr (!std::is_same_v<axes_of<X>, axes_of<Mask>>) {
    return refused<refuse::wf310, got<axes_of<Mask>>, required<axes_of<X>>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Logits with some of them replaced are logits; a number may lie outside of the bounds of other domains.
template <class M>
using filled_meaning = std::conditional_t<
    std::is_same_v<M, logits>, logits,
    typename domain_rule::domain_in<domain_rule::with_number(domain_rule::range_of<M>)>::type>;

inline void check_fill(double value) {
  if (is_finite(value)) return;
  (message(511)
   << "masked_fill: the value is not finite, and softmax of a row that is masked everywhere would be NaN; "
      "use std::numeric_limits<T>::lowest(), or another finite number")
      .raise();
}

}  // namespace op_check

/// Computes: `value` where the mask is true, x elsewhere; lazy. Gradient: of x, zero where the mask is true.
/// Throws WF505 for a value that the element type cannot hold, WF511 for an infinite one.
/// Refuses: WF176 a keep_mask, WF178 what is no mask, WF310 other axes.
template <Value X, Value Mask>
auto masked_fill(X&& x, Mask&& mask, double value) {
  using verdict = decltype(op_check::masked_fill_verdict<X&&, Mask&&>());
  using to = op_check::filled_meaning<op_check::meaning<X>>;
  if constexpr (verdict::ok) {
    op_check::check_fill(value);
    return build_map<masked_fill_function, to>({}, static_cast<X&&>(x), static_cast<Mask&&>(mask), value);
  } else {
    verdict::report();
    return refused_map<to, X>();
  }
}

/// Computes: a drop_mask of a keep_mask, and the other way round; true becomes false. Refuses: WF179 other
/// tensors.
template <Tensor Mask>
auto invert(Mask const& mask) {
  using M = typename Mask::meaning;
  using to = std::conditional_t<std::is_same_v<M, keep_mask>, drop_mask, keep_mask>;
  if constexpr ((std::is_same_v<M, keep_mask> || std::is_same_v<M, drop_mask>) &&
                std::is_same_v<typename Mask::element, bool>) {
    auto y = with_meaning<Mask, to>::uninitialised(mask.extents(), mask.serial());
    for (index_t i = 0; i < mask.size(); ++i) y.unchecked_data()[i] = !mask.data()[i];
    return y;
  } else {
    refuse::refused<refuse::wf179, refuse::got<typename Mask::element, M>>::report();
    return refuse::stand_in<with_meaning<Mask, to>>();
  }
}

}  // namespace wellformed
