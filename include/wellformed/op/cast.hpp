// SPDX-License-Identifier: Apache-2.0
// cast<T> to another element type, and round_to<T> from floating numbers to integers.
#pragma once

#include <wellformed/core/convert.hpp>
#include <wellformed/op/check.hpp>

namespace wellformed {

namespace op_check {

template <class E>
inline constexpr bool is_floating = precision_of<E> > 0;

/// The least and the greatest number that a label kind allows; empty if the type does not say.
struct id_range {
  index_t least = 1, greatest = 0;
};
template <class M>
inline constexpr id_range ids_of{};
template <class S>
inline constexpr id_range ids_of<class_index<S>>{0, class_count<S> - 1};
template <class S, index_t Id>
inline constexpr id_range ids_of<class_index<S, ignore<Id>>>{
    Id < 0 ? Id : 0, Id > class_count<S> - 1 ? Id : class_count<S> - 1};
template <class V>
inline constexpr id_range ids_of<token_id<V>>{0, class_count<V> - 1};
template <index_t N>
inline constexpr id_range ids_of<position<N>>{0, N - 1};
template <class A>
inline constexpr id_range ids_of<index_into<A>>{0, A::max - 1};
template <>
inline constexpr id_range ids_of<signed_label>{-1, 1};
template <>
inline constexpr id_range ids_of<boolean>{0, 1};

/// Whether integers of type To can be any id of the range.
template <class To>
constexpr bool holds(id_range r) {
  if constexpr (IndexElement<To>) {
    return r.least > r.greatest || (r.least >= static_cast<index_t>(std::numeric_limits<To>::min()) &&
                                    r.greatest <= static_cast<index_t>(std::numeric_limits<To>::max()));
  } else {
    return true;
  }
}

/// Narrowing may round a probability to 0 or 1; the type remembers it.
template <class M>
inline constexpr bool is_probability =
    std::is_same_v<weakened<as_domain_t<M>>, unit_interval> || std::is_same_v<M, log_prob>;
template <class M>
inline constexpr bool is_exact_label =
    kind_of<M> != label_kind::none && kind_of<M> != label_kind::class_probs &&
    kind_of<M> != label_kind::regression;

template <class M, class From, class To>
using cast_meaning = std::conditional_t<
    is_floating<From> && is_floating<To> && !widens<From, To>() && is_probability<M> && !is_exact_label<M>,
    narrowed<M>, std::conditional_t<std::is_same_v<M, boolean> && is_floating<To>, unit_interval, M>>;

template <class To, class X>
constexpr auto cast_verdict() {
  using refuse::got, refuse::required, refuse::refused;
  using M = meaning<X>;
  using From = element<X>;
  if constexpr (came_of_refusal<std::remove_cvref_t<X>>) {
    return refuse::already_reported{};
  } else if constexpr (tracks<X>) {
    return refused<refuse::wf503, got<From>, required<To>>{};
  } else if constexpr (is_categorical<M> && is_floating<To>) {
    return refused<refuse::wf510, got<M>>{};
  } else if constexpr (is_floating<From> && IndexElement<To>) {
    return refused<refuse::wf507, got<From>, required<To>>{};
  } else if constexpr (std::is_same_v<To, bool> && !std::is_same_v<From, bool>) {
    return refused<refuse::wf508, got<From>>{};
  } else if constexpr (!holds<To>(ids_of<M>)) {
    return refused<refuse::wf506, got<M>, required<To>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class To, class X>
constexpr auto round_verdict() {
  using refuse::got, refuse::required, refuse::refused;
  if constexpr (came_of_refusal<std::remove_cvref_t<X>>) {
    return refuse::already_reported{};
  } else if constexpr (tracks<X>) {
    return refused<refuse::wf503, got<element<X>>, required<To>>{};
  } else if constexpr (!is_floating<element<X>> || !IndexElement<To>) {
    return refused<refuse::wf509, got<element<X>>, required<To>>{};
  } else if constexpr (!holds<To>(ids_of<meaning<X>>)) {
    return refused<refuse::wf506, got<meaning<X>>, required<To>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Rounding takes the sum of one away, and makes logits quantities.
template <class M>
using rounded_meaning = std::conditional_t<is_exact_label<M>, M,
                                           std::conditional_t<std::is_same_v<M, logits>, real, weakened<M>>>;

[[noreturn]] inline void throw_not_held(char const* where, double value, index_t at) {
  message text(505);
  text << where << ": the number " << value << " at element " << at
       << " is not representable in the element type; scale the values, or keep a wider type";
  text.raise();
}

/// `value` as a To; a number that To cannot hold is an error with its position.
template <class To, class From>
To cast_one(From value, [[maybe_unused]] index_t at) {
  auto const result = convert<To>(value);
  if constexpr (!widens<From, To>() && IndexElement<From> && IndexElement<To>) {
    if (static_cast<index_t>(result) != static_cast<index_t>(value)) {
      throw_not_held("cast", static_cast<double>(value), at);
    }
  } else if constexpr (!widens<From, To>() && is_floating<To>) {
    if (!is_finite_element(result) && is_finite_element(value)) {
      throw_not_held("cast", convert<double>(value), at);
    }
  }
  return result;
}

template <class To, class From>
To round_one(From value, index_t at) {
  double const nearest = __builtin_nearbyint(convert<double>(value));  // ties to even
  constexpr auto low = static_cast<double>(std::numeric_limits<To>::min());
  constexpr auto beyond = 2.0 * static_cast<double>(std::numeric_limits<To>::max() / 2 + 1);
  if (!is_finite(nearest) || nearest < low || nearest >= beyond) {
    throw_not_held("round_to", convert<double>(value), at);
  }
  return static_cast<To>(nearest);
}

}  // namespace op_check

/// Computes: the same numbers as elements of type To, rounded to nearest, ties to even.
/// Domain: kept when To is wider; a probability in a narrower type is narrowed<...>, which losses that take
/// its logarithm refuse; boolean becomes unit_interval. Throws WF505 for a number that To cannot hold.
/// Refuses: WF503 tracked, WF506 ids that do not fit, WF507 a fraction cut, WF508 to bool, WF510 ids to
/// floating.
template <Element To, Value X>
auto cast(X&& x) {
  using verdict = decltype(op_check::cast_verdict<To, X&&>());
  using result = tensor<To, op_check::cast_meaning<op_check::meaning<X>, op_check::element<X>, To>,
                        op_check::axes_of<X>>;
  if constexpr (!verdict::ok) {
    verdict::report();
    return refuse::stand_in<result>();
  } else if constexpr (std::is_same_v<To, op_check::element<X>>) {
    return eval(static_cast<X&&>(x));
  } else {
    auto const in = eval(static_cast<X&&>(x));
    auto y = result::uninitialised(in.extents(), in.serial());
    for (index_t i = 0; i < in.size(); ++i) y.unchecked_data()[i] = op_check::cast_one<To>(in.data()[i], i);
    return y;
  }
}

/// Computes: the nearest integers, ties to even. Throws WF505 for NaN and for numbers that To cannot hold.
/// Refuses: WF503 tracked, WF509 anything but floating to integer.
template <Element To, Value X>
auto round_to(X&& x) {
  using verdict = decltype(op_check::round_verdict<To, X&&>());
  using result = tensor<To, op_check::rounded_meaning<op_check::meaning<X>>, op_check::axes_of<X>>;
  if constexpr (verdict::ok) {
    auto const in = eval(static_cast<X&&>(x));
    auto y = result::uninitialised(in.extents(), in.serial());
    for (index_t i = 0; i < in.size(); ++i) y.unchecked_data()[i] = op_check::round_one<To>(in.data()[i], i);
    return y;
  } else {
    verdict::report();
    return refuse::stand_in<result>();
  }
}

}  // namespace wellformed
