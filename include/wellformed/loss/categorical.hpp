// SPDX-License-Identifier: Apache-2.0
// Losses over the classes of a set, run: one read of each row gives loss and gradient.
#pragma once

#include <wellformed/core/offence.hpp>
#include <wellformed/loss/run.hpp>

namespace wellformed::loss_run {

/// The kernel's name for the printed errors, and its call.
struct cross_entropy_kernel {
  static constexpr char const* name = "cross_entropy";
  template <class Device, class... Args>
  static auto by_index(Device where, Args... args) {
    return backend::cross_entropy_index(where, args...);
  }
};
struct nll_kernel {
  static constexpr char const* name = "nll_loss";
  template <class Device, class... Args>
  static auto by_index(Device where, Args... args) {
    return backend::nll(where, args...);
  }
};

/// Throws WF820 for a label that is no class: only a tensor whose range was assumed can hold one.
inline void check_labels(backend::loss_sum const& sum, index_t classes, char const* loss) {
  if (sum.bad_row >= 0) raise_offence({820, loss, sum.bad_row, sum.bad_value, classes});
}

template <class Meaning>
inline constexpr index_t ignored_id = 0;
template <class S, index_t Id>
inline constexpr index_t ignored_id<class_index<S, ignore<Id>>> = Id;

template <class Reduction, class Policy, index_t Classes>
loss_figures counted(backend::loss_sum const& sum, char const* loss) {
  constexpr bool is_zero = std::is_same_v<Policy, all_ignored::is_zero>;
  check_labels(sum, Classes, loss);
  if (std::is_same_v<Reduction, reduction::mean> && !(is_zero && sum.rows == 0)) {
    check_divisor(sum.weight, sum.rows, loss);
  }
  return {sum.total, divisor_of<Reduction>(sum.weight), sum.rows};
}

/// `prediction` evaluated; `labels` a tensor of ids or of distributions; `mask` one a batch member, or null.
template <class Kernel, class P, class L, class... Options>
auto categorical(P&& prediction, L const& labels, bool const* mask, Options const&... options) {
  using loss_option::slot;
  using T = tensor_of<P>;
  using E = typename T::element;
  using reduction = loss_option::reduction_of<Options...>;
  using policy = loss_option::filling<slot::ignored, all_ignored::fails, Options...>;
  constexpr int at = axis_list::class_axis<typename T::axes_type>;
  constexpr index_t classes = axis_list::at<static_cast<std::size_t>(at), typename T::axes_type>::max;
  constexpr bool ids = kind_of<typename L::meaning> == label_kind::class_index;
  using row_axes = axis_list::without_at<typename T::axes_type, at>;

  auto const& x = value_of(prediction);
  check_rows<ids ? at : -1>(x, labels, Kernel::name);
  around const shape = around_classes(x);
  auto const weights = loss_option::value_of<slot::weights, loss_option::absent>(options...);
  auto const where = x.where();
  weight_row<E> const class_weight(where, weights.data(), shape.count);
  auto const masked = mask_of_rows(mask, x, shape);
  backend::categorical<E> const o{
      shape.outer,
      shape.count,
      shape.inner,
      class_weight.data(),
      static_cast<E>(loss_option::value_of<slot::smoothing, no_smoothing>(options...).value),
      has_ignore<typename L::meaning>,
      ignored_id<typename L::meaning>,
      masked.data()};
  room<reduction, std::remove_cvref_t<P>, row_axes> filled(prediction, without<at>(x.extents()));
  auto const sums = add_up(where, counted<reduction, policy, classes>, Kernel::name, [&](auto... sum) {
    if constexpr (ids) {
      return Kernel::by_index(where, x.address(), labels.address(), o, filled.row(), filled.slope(), sum...);
    } else {
      auto const targets = numbers_of<E>(labels);
      return backend::cross_entropy_probs(where, x.address(), targets.address(), o, filled.row(),
                                          filled.slope(), sum...);
    }
  });
  return finish(static_cast<P&&>(prediction), filled, sums, shape);
}

}  // namespace wellformed::loss_run
