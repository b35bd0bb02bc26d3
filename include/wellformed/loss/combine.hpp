// SPDX-License-Identifier: Apache-2.0
// Losses of several heads added or subtracted, and a loss times a number. Each consumes its operands' tapes.
#pragma once

#include <wellformed/loss/loss.hpp>
#include <wellformed/refuse/loss_sum.hpp>

namespace wellformed {

/// Node of two losses added: a + factor * b.
template <class A, class B>
struct added_node {
  using element = typename A::element;
  using device = typename A::device;
  using sets = merge<typename A::sets, typename B::sets>;
  static constexpr int applications = A::applications + B::applications;
  static constexpr bool tracked = true;

  A a;
  B b;
  double factor;

  template <class Sink>
  void backward(Sink& sink, double scale) {
    a.backward(sink, scale);
    b.backward(sink, scale * factor);
  }
  void check_complete() const {
    a.check_complete();
    b.check_complete();
  }
};

/// Node of a loss times a number.
template <class A>
struct weighted_node {
  using element = typename A::element;
  using device = typename A::device;
  using sets = typename A::sets;
  static constexpr int applications = A::applications;
  static constexpr bool tracked = true;

  A a;
  double factor;

  template <class Sink>
  void backward(Sink& sink, double scale) {
    a.backward(sink, scale * factor);
  }
  void check_complete() const { a.check_complete(); }
};

namespace loss_sum {

template <class A>
inline constexpr bool any_loss = is_loss<std::remove_cvref_t<A>>;

/// A loss that keeps its name would lose its tape behind it.
template <class A>
inline constexpr bool named = any_loss<A> && std::is_lvalue_reference_v<A>;

template <class A, class B>
constexpr auto verdict() {
  using a = std::remove_cvref_t<A>;
  using b = std::remove_cvref_t<B>;
  if constexpr (named<A> || named<B>) {
    return refuse::refused<refuse::wf735>{};
  } else if constexpr (!is_loss<a> || !is_loss<b>) {
    return refuse::refused<refuse::wf194, std::conditional_t<is_loss<a>, b, a>>{};
  } else if constexpr (!std::is_same_v<typename a::reduction, typename b::reduction>) {
    return refuse::refused<refuse::wf195, typename a::reduction, typename b::reduction>{};
  } else if constexpr (!std::is_same_v<typename a::element, typename b::element>) {
    return refuse::refused<refuse::wf501, typename a::element, typename b::element>{};
  } else if constexpr (!std::is_same_v<typename a::device, typename b::device>) {
    return refuse::refused<refuse::wf602, typename a::device, typename b::device>{};
  } else if constexpr (a::tracked != b::tracked) {
    return refuse::refused<refuse::wf197>{};
  } else {
    return refuse::accepted{};
  }
}

/// a + sign * b. The divisor is that of a, or of b if no row of a counted.
template <class E, class R, class A, class B>
auto add(loss<E, R, A>&& a, loss<E, R, B>&& b, double sign) {
  double const factor = sign * (a.divisor() == 0 || b.divisor() == 0 ? 1 : a.divisor() / b.divisor());
  double const total = a.total() + factor * b.total();
  double const divisor = a.divisor() == 0 ? b.divisor() : a.divisor();
  bool const exact = a.exact() && b.exact() && a.divisor() == b.divisor();
  index_t const rows = a.rows();
  loss_figures const sums{total, divisor, rows};
  if constexpr (is_constant<A>) {
    return loss<E, R, A>(sums, std::move(a).take_node(), exact);
  } else {
    using node = added_node<A, B>;
    return loss<E, R, node>(sums, node{std::move(a).take_node(), std::move(b).take_node(), factor}, exact);
  }
}

template <class E, class R, class A>
auto weigh(double factor, loss<E, R, A>&& a) {
  auto const sums = a.pending_figures().times(factor);
  bool const exact = a.exact();
  double const whole = factor * a.factor();
  if constexpr (is_constant<A>) {
    return loss<E, R, A>(sums, std::move(a).take_node(), exact, whole);
  } else {
    using node = weighted_node<A>;
    return loss<E, R, node>(sums, node{std::move(a).take_node(), factor}, exact, whole);
  }
}

/// What a refused combination would have been: the loss among its operands.
template <class A, class B = A>
using stand_in = std::conditional_t<any_loss<A>, std::remove_cvref_t<A>, std::remove_cvref_t<B>>;

}  // namespace loss_sum

/// Computes: a.item() + b.item(), or their difference. Refuses: WF735 named losses, WF194 a loss and
/// something else, WF195 a mean and a sum, WF501 other elements, WF197 a loss that teaches and one that does
/// not.
template <class A, class B>
  requires(loss_sum::any_loss<A> || loss_sum::any_loss<B>)
auto operator+(A&& a, B&& b) {
  using verdict = decltype(loss_sum::verdict<A&&, B&&>());
  if constexpr (verdict::ok) {
    return loss_sum::add(std::move(a), std::move(b), 1);
  } else {
    verdict::report();
    return refuse::stand_in<loss_sum::stand_in<A, B>>();
  }
}
template <class A, class B>
  requires(loss_sum::any_loss<A> || loss_sum::any_loss<B>)
auto operator-(A&& a, B&& b) {
  using verdict = decltype(loss_sum::verdict<A&&, B&&>());
  if constexpr (verdict::ok) {
    return loss_sum::add(std::move(a), std::move(b), -1);
  } else {
    verdict::report();
    return refuse::stand_in<loss_sum::stand_in<A, B>>();
  }
}

/// Computes: factor * a.item(), a loss that weighs that much among others. Refuses: WF735 a named loss. What
/// micro-batches add up is divided by their count already: accumulating such losses throws WF749.
template <class Number, class A>
  requires(loss_sum::any_loss<A> && std::is_arithmetic_v<std::remove_cvref_t<Number>>)
auto operator*(Number factor, A&& a) {
  if constexpr (loss_sum::named<A>) {
    refuse::refused<refuse::wf735, A>::report();
    return refuse::stand_in<loss_sum::stand_in<A>>();
  } else {
    return loss_sum::weigh(static_cast<double>(factor), std::move(a));
  }
}
template <class A, class Number>
  requires(loss_sum::any_loss<A> && std::is_arithmetic_v<std::remove_cvref_t<Number>>)
auto operator*(A&& a, Number factor) {
  if constexpr (loss_sum::named<A>) {
    refuse::refused<refuse::wf735, A>::report();
    return refuse::stand_in<loss_sum::stand_in<A>>();
  } else {
    return loss_sum::weigh(static_cast<double>(factor), std::move(a));
  }
}
template <class A>
  requires(loss_sum::any_loss<A>)
auto operator-(A&& a) {
  if constexpr (loss_sum::named<A>) {
    refuse::refused<refuse::wf735, A>::report();
    return refuse::stand_in<loss_sum::stand_in<A>>();
  } else {
    return loss_sum::weigh(-1, std::move(a));
  }
}

/// Refuses: WF196. A mean knows its count and is divided once, by the step.
template <class A, class B>
  requires(loss_sum::any_loss<A>)
auto operator/(A&&, B&&) {
  refuse::refused<refuse::wf196, A>::report();
  return refuse::stand_in<loss_sum::stand_in<A>>();
}

}  // namespace wellformed
