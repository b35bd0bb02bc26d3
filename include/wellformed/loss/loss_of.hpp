// SPDX-License-Identifier: Apache-2.0
// A loss made by the user: any formula over tracked values becomes one.
#pragma once

#include <wellformed/backend/elementwise_loss.hpp>
#include <wellformed/loss/run.hpp>
#include <wellformed/loss/verdict.hpp>

namespace wellformed {

namespace loss_check {

template <class X, class... Options>
constexpr auto own_verdict() {
  if constexpr (!Value<X>) {
    return refused<refuse::wf100, got<X>>{};
  } else if constexpr (!consumable<X>) {
    return not_consumable<X>();
  } else {
    using meaning = typename tensor_of<X>::meaning;
    using element = typename tensor_of<X>::element;
    if constexpr (domain_of<meaning> == domain_kind::label) {
      return refused<refuse::wf108, prediction<meaning>>{};
    } else if constexpr (domain_of<meaning> == domain_kind::boolean) {
      return refused<refuse::wf105, prediction<meaning>>{};
    } else if constexpr (has_padding<typename tensor_of<X>::axes_type>) {
      return refused<refuse::wf427, prediction<meaning>>{};
    } else if constexpr (!ComputingElement<element>) {
      return refused<refuse::wf502, got<element>>{};
    } else if constexpr (!((std::is_same_v<Options, reduction::sum> ||
                            std::is_same_v<Options, reduction::mean>) &&
                           ...)) {
      return refused<refuse::wf190, got<Options...>>{};
    } else if constexpr (sizeof...(Options) > 1) {
      return refused<refuse::wf191, got<Options...>>{};
    } else {
      return refuse::accepted{};
    }
  }
}

}  // namespace loss_check

/// Computes: the sum, or with reduction::mean (not named) the mean, over all elements of an expression.
/// Gradient: by every tracked value in it. Refuses: WF105, WF108 values without a slope, WF190 another
/// option. Example: `loss_of(square(net.train(x) - y))`
template <class X, class... Options>
auto loss_of(X&& expression, Options...) {
  using verdict = decltype(loss_check::own_verdict<X&&, Options...>());
  using reduction = loss_option::reduction_of<Options...>;
  if constexpr (verdict::ok) {
    auto value = eval(static_cast<X&&>(expression));
    auto const& x = value_of(value);
    using T = std::remove_cvref_t<decltype(x)>;
    auto const count = static_cast<double>(x.size());
    index_t rows = 1;
    if constexpr (T::rank > 0) rows = x.extents()[0];
    if (std::is_same_v<reduction, wellformed::reduction::mean>)
      loss_run::check_divisor(count, x.size(), "loss_of");
    auto const sums = loss_run::add_up(
        x.where(), loss_run::divisor_of<reduction>(count), rows,
        [&](auto... sum) { return backend::plain(x.where(), x.address(), x.size(), sum...); });
    if constexpr (tracks<X>) {
      auto ones = with_meaning<T, real>::uninitialised(x.where(), x.extents(), x.serial());
      backend::fill(x.where(), ones.unchecked_data(), typename T::element(1), ones.size());
      return make_loss<reduction>(std::move(value), sums, std::move(ones));
    } else {
      return make_loss<reduction>(value, sums);
    }
  } else {
    verdict::report();
    return loss_run::refused<X, Options...>();
  }
}

}  // namespace wellformed
