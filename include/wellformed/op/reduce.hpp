// SPDX-License-Identifier: Apache-2.0
// sum, mean, max, variance and argmax over a named axis; sum_all and mean_all to one number.
#pragma once

#include <wellformed/expr/reduce.hpp>
#include <wellformed/op/check.hpp>
#include <wellformed/op/domain_rule.hpp>

namespace wellformed {

/// Divisor of variance: n, the mean square, or n - 1, the estimate from a sample. There is no default.
struct biased {
  static constexpr index_t less = 0;
};
struct unbiased {
  static constexpr index_t less = 1;
};

namespace domain_rule {

/// One of the values, or their average, stays within the bounds of one.
template <class M>
using within =
    std::conditional_t<is<M, nonnegative> || is<M, half_line> || is<M, signed_unit>, as_domain_t<M>,
                       std::conditional_t<in_unit<M>, unit_interval, arithmetic_result<M>>>;

/// The average of simplex rows over another axis than theirs is a simplex.
template <class M, class From, class To>
using averaged =
    std::conditional_t<std::is_same_v<as_domain_t<M>, simplex> && keeps_rows<simplex, From, To>(), simplex,
                       within<M>>;

}  // namespace domain_rule

namespace op_check {

/// Numbers along a named axis of at least Least elements.
template <class X, class What, index_t Least>
constexpr auto reduction() {
  using common = decltype(numbers<X, What>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (axis_of<X, What>::min >= Least) {
    return refuse::accepted{};
  } else if constexpr (Least == 1) {
    return refuse::refused<refuse::wf384, refuse::got<axis_of<X, What>>, refuse::at_least<1>>{};
  } else {
    return refuse::refused<refuse::wf375, refuse::got<axis_of<X, What>>, refuse::at_least<2>>{};
  }
}

/// All axes at once: a batch axis is reduced by its name only.
template <class X, index_t Least>
constexpr auto total() {
  using common = decltype(numbers<X>());
  if constexpr (!common::ok) {
    return common{};
  } else if constexpr (!std::is_void_v<axis_list::batch_of<axes_of<X>>>) {
    return refuse::refused<refuse::wf372, refuse::got<axis_list::batch_of<axes_of<X>>>>{};
  } else if constexpr (axis_list::min_size<axes_of<X>> < Least) {
    return refuse::refused<refuse::wf384, refuse::got<axes_of<X>>, refuse::at_least<1>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Meaning of a reduction over the named axis, and the result of a refused one.
template <class X, class What>
using mean_meaning = domain_rule::averaged<meaning<X>, axes_of<X>, axes_without<X, What>>;
template <class X, class What, class M>
using reduced = tensor<computing<element<X>>, M, axes_without<X, What>, device_of<X>>;
template <class X, class What>
inline constexpr int place_of = axis_list::find<axes_of<X>, What>;

/// argmax: class ids along a class axis, else an index into the axis; nothing is learned from it.
template <class A>
struct argmax_meaning {
  using type = index_into<A>;
};
template <class S>
struct argmax_meaning<classes<S>> {
  using type = class_index<S>;
};
template <class X, class What>
constexpr auto argmax() {
  using common = decltype(reduction<std::remove_cvref_t<X>, What, 1>());
  if constexpr (common::ok && tracks<X>) {
    return refuse::refused<refuse::wf712>{};
  } else {
    return common{};
  }
}

}  // namespace op_check

/// Computes: the sum along the named axis: sum<time>(x), sum<dim<3>>(x), sum<rows>(x) of a batch.
/// Shapes: that axis goes. Gradient: yes. Refuses: WF312 no such axis, WF370 several, WF204 ids, WF502 half.
template <class Axis, Value X>
auto sum(X&& x) {
  using verdict = decltype(op_check::reduction<X&&, Axis, 0>());
  using to = domain_rule::summed<op_check::meaning<X>>;
  if constexpr (verdict::ok) {
    return reduction_pass::sum_over<false, to, op_check::place_of<X, Axis>>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<op_check::reduced<X, Axis, to>, X>();
  }
}

/// Computes: the mean along the named axis. Domain: stays within [0, 1], or a simplex over another axis than
/// its own. Shapes: that axis goes. Gradient: yes. Refuses: as sum, and WF384 an axis that may be empty.
template <class Axis, Value X>
auto mean(X&& x) {
  using verdict = decltype(op_check::reduction<X&&, Axis, 1>());
  using to = op_check::mean_meaning<X, Axis>;
  if constexpr (verdict::ok) {
    return reduction_pass::sum_over<true, to, op_check::place_of<X, Axis>>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<op_check::reduced<X, Axis, to>, X>();
  }
}

/// Computes: the greatest along the named axis; NaN if there is one.
/// Shapes: that axis goes. Gradient: to the first of equals. Refuses: as mean.
template <class Axis, Value X>
auto max(X&& x) {
  using verdict = decltype(op_check::reduction<X&&, Axis, 1>());
  using to = domain_rule::within<op_check::meaning<X>>;
  if constexpr (verdict::ok) {
    return reduction_pass::max_over<to, op_check::place_of<X, Axis>>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<op_check::reduced<X, Axis, to>, X>();
  }
}

/// Computes: the mean square distance from the mean along the named axis: variance<time>(x, unbiased{}).
/// Shapes: that axis goes. Gradient: yes. Refuses: as mean, and WF375 unbiased over less than two.
template <class Axis, Value X, class Divisor>
  requires std::is_same_v<Divisor, biased> || std::is_same_v<Divisor, unbiased>
auto variance(X&& x, Divisor) {
  using verdict = decltype(op_check::reduction<X&&, Axis, 1 + Divisor::less>());
  using to = nonnegative;
  if constexpr (verdict::ok) {
    return reduction_pass::variance_over<to, op_check::place_of<X, Axis>>(static_cast<X&&>(x), Divisor::less);
  } else {
    verdict::report();
    return refused_result<op_check::reduced<X, Axis, to>, X>();
  }
}

/// Computes: where the greatest stands along the named axis, the first of equals; NaN counts as greatest.
/// Shapes: that axis goes; class ids along a class axis, else an index_into the axis. Refuses: as mean, WF712
/// tracked.
template <class Axis, Value X>
auto argmax(X&& x) {
  using verdict = decltype(op_check::argmax<X&&, Axis>());
  if constexpr (verdict::ok) {
    constexpr int I = op_check::place_of<X, Axis>;
    using to = typename op_check::argmax_meaning<op_check::axis_of<X, Axis>>::type;
    auto const in = eval(static_cast<X&&>(x));
    auto const parts = around(in.extents(), I);
    auto y = reduction_pass::room<to, I, index_t>(in);
    backend::max<op_check::element<X>>(y.where(), nullptr, y.unchecked_data(), in.address(), parts.outer,
                                       parts.n, parts.inner);
    return y;
  } else {
    verdict::report();
    return refuse::stand_in<
        tensor<index_t, index_into<Axis>, op_check::axes_without<X, Axis>, op_check::device_of<X>>>();
  }
}

/// Along the class axis: the predicted class of each row.
template <Value X>
auto argmax(X&& x) {
  using axes = typename tensor_of<X>::axes_type;
  constexpr int at = axis_list::class_axis<axes>;
  if constexpr (at < 0) {
    return argmax<op_check::the_class_axis>(static_cast<X&&>(x));
  } else {
    return argmax<axis_list::at<static_cast<std::size_t>(at), axes>>(static_cast<X&&>(x));
  }
}

/// Computes: the sum of all elements, a tensor without axes. Gradient: yes.
/// Refuses: WF372 a batch axis, which is reduced by its name only.
template <Value X>
auto sum_all(X&& x) {
  using verdict = decltype(op_check::total<X&&, 0>());
  using to = domain_rule::summed<op_check::meaning<X>>;
  if constexpr (verdict::ok) {
    return reduction_pass::total<false, to>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<tensor<op_check::element<X>, to, axes<>, op_check::device_of<X>>, X>();
  }
}

/// Computes: the mean of all elements. Refuses: as sum_all, and WF384 what may be empty.
template <Value X>
auto mean_all(X&& x) {
  using verdict = decltype(op_check::total<X&&, 1>());
  using to = domain_rule::within<op_check::meaning<X>>;
  if constexpr (verdict::ok) {
    return reduction_pass::total<true, to>(static_cast<X&&>(x));
  } else {
    verdict::report();
    return refused_result<tensor<op_check::element<X>, to, axes<>, op_check::device_of<X>>, X>();
  }
}

}  // namespace wellformed
