// SPDX-License-Identifier: Apache-2.0
// softmax and log_softmax, over the class axis or a named one. Right for logits of any size.
#pragma once

#include <wellformed/backend/softmax.hpp>
#include <wellformed/op/check.hpp>
#include <wellformed/op/masked_row.hpp>
#include <wellformed/refuse/domain.hpp>
#include <wellformed/tensor/three_extents.hpp>

namespace wellformed {

/// The way back of both: from the result and its gradient.
template <bool Log, int I, class X, class Y>
struct softmax_pull {
  Y y;
  template <class G>
  auto operator()(G const& g) const {
    auto gx = with_meaning<X, real>::uninitialised(y.extents(), y.serial());
    auto const [outer, n, inner] = around(y.extents(), I);
    if constexpr (Log) {
      backend::log_softmax_backward(gx.where(), gx.unchecked_data(), y.address(), g.address(), outer, n,
                                    inner);
    } else {
      backend::softmax_backward(gx.where(), gx.unchecked_data(), y.address(), g.address(), outer, n, inner);
    }
    return gx;
  }
};

namespace op_check {

template <class X, class What>
inline constexpr int softmax_axis = axis_list::find<axes_of<X>, What>;
template <class X>
inline constexpr int softmax_axis<X, the_class_axis> = axis_list::class_axis<axes_of<X>>;

/// A simplex (or its logarithm) stands along the class axis, or the last; along another axis less is known.
template <bool Log, class X, class What>
using softmax_meaning = std::conditional_t<
    softmax_axis<X, What> >= 0 && softmax_axis<X, What> == axis_list::joint_axis<axes_of<X>>,
    std::conditional_t<Log, log_prob, simplex>, std::conditional_t<Log, unspecified, unit_interval>>;

template <bool Log, class M>
constexpr auto softmax_domain() {
  using refuse::got, refuse::refused;
  using once = std::conditional_t<Log, refuse::wf172, refuse::wf170>;
  using logarithm = std::conditional_t<Log, refuse::wf173, refuse::wf171>;
  if constexpr (kind_of<M> != label_kind::none) {
    return refused<refuse::wf175, got<M>>{};
  } else if constexpr (std::is_same_v<M, simplex>) {
    return refused<once, got<M>>{};
  } else if constexpr (std::is_same_v<M, log_prob>) {
    return refused<logarithm, got<M>>{};
  } else if constexpr (!std::is_same_v<M, real> && !std::is_same_v<M, logits> &&
                       !std::is_same_v<M, signed_unit>) {
    return refused<refuse::wf174, got<M>>{};
  } else {
    return refuse::accepted{};
  }
}

template <bool Log, class X, class What>
constexpr auto softmax() {
  using domain = decltype(softmax_domain<Log, meaning<X>>());
  if constexpr (!consumable<X>) {
    return not_consumable<X>();
  } else if constexpr (!domain::ok) {
    return domain{};
  } else if constexpr (!std::is_same_v<What, the_class_axis>) {
    return numbers<X, What>();
  } else if constexpr (softmax_axis<X, What> < 0) {
    return refuse::refused<refuse::wf371, refuse::got<axes_of<X>>>{};
  } else {
    return numbers<X>();
  }
}

/// The operation on a checked operand.
template <bool Log, class What, class X>
auto apply_softmax(X&& x) {
  constexpr int I = softmax_axis<X, What>;
  check_masked_rows(x, I);
  auto operand = eval(static_cast<X&&>(x));
  auto const& in = value_of(operand);
  using input = std::remove_cvref_t<decltype(in)>;
  using result = with_meaning<input, softmax_meaning<Log, X, What>>;
  auto y = result::uninitialised(in.extents(), in.serial());
  auto const [outer, n, inner] = around(in.extents(), I);
  if constexpr (Log) {
    backend::log_softmax(y.where(), y.unchecked_data(), in.address(), outer, n, inner);
  } else {
    backend::softmax(y.where(), y.unchecked_data(), in.address(), outer, n, inner);
  }
  return attach(std::move(operand), y, softmax_pull<Log, I, input, result>{y});
}

}  // namespace op_check

/// Computes: exp(x) / sum exp(x) along the class axis, or along the named one: softmax<keys>(x).
/// Shapes: unchanged. Gradient: yes. Domain: real or logits -> simplex; unit_interval along an axis that is
/// neither the class axis nor, without one, the last. Refuses: WF170 to WF175, WF371 no class axis and none
/// named. Throws WF531 for a row that masked_fill masked everywhere.
template <class Axis = op_check::the_class_axis, Value X>
auto softmax(X&& x) {
  using verdict = decltype(op_check::softmax<false, X&&, Axis>());
  if constexpr (verdict::ok) {
    return op_check::apply_softmax<false, Axis>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<with_meaning<tensor_of<X>, simplex>, X>();
  }
}

/// Computes: x - log sum exp(x), as softmax. Domain: real or logits -> log_prob.
template <class Axis = op_check::the_class_axis, Value X>
auto log_softmax(X&& x) {
  using verdict = decltype(op_check::softmax<true, X&&, Axis>());
  if constexpr (verdict::ok) {
    return op_check::apply_softmax<true, Axis>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<with_meaning<tensor_of<X>, log_prob>, X>();
  }
}

}  // namespace wellformed
