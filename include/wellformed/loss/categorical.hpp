// SPDX-License-Identifier: Apache-2.0
// Losses over the classes of a set, run: one read of each row gives loss and gradient.
#pragma once

#include <wellformed/loss/run.hpp>

namespace wellformed::loss_run {

/// The kernel's name for the printed errors, and its call.
struct cross_entropy_kernel {
  static constexpr char const* name = "cross_entropy";
  template <class E, class Label>
  static auto by_index(E const* x, Label const* y, backend::host::categorical<E> const& o, E* rows,
                       E* slope) {
    return backend::host::cross_entropy_index(x, y, o, rows, slope);
  }
};
struct nll_kernel {
  static constexpr char const* name = "nll_loss";
  template <class E, class Label>
  static auto by_index(E const* x, Label const* y, backend::host::categorical<E> const& o, E* rows,
                       E* slope) {
    return backend::host::nll(x, y, o, rows, slope);
  }
};

/// Throws WF820 for a label that is no class: only a tensor whose range was assumed can hold one.
inline void check_labels(backend::host::loss_sum const& sum, index_t classes, char const* loss) {
  if (sum.bad_row < 0) return;
  (message(820) << loss << ": label " << sum.bad_value << " at row " << sum.bad_row << " is outside of [0, "
                << classes << "); its range was assumed, not checked: use refine where the labels enter"
                << (sum.bad_value == classes ? " (looks 1-based)"
                    : sum.bad_value < 0      ? " (a sentinel? declare ignore)"
                                             : ""))
      .raise();
}

template <class Meaning>
inline constexpr index_t ignored_id = 0;
template <class S, index_t Id>
inline constexpr index_t ignored_id<class_index<S, ignore<Id>>> = Id;

template <class Reduction, class Policy>
loss_sums counted(backend::host::loss_sum const& sum, char const* loss) {
  constexpr bool is_zero = std::is_same_v<Policy, all_ignored::is_zero>;
  if (std::is_same_v<Reduction, reduction::mean> && !(is_zero && sum.rows == 0)) {
    check_divisor(sum.weight, sum.rows, loss);
  }
  return {sum.total, sum.weight, sum.rows};
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
  constexpr bool ids = kind_of<typename L::meaning> == label_kind::class_index;
  using row_axes = axis_list::without_at<typename T::axes_type, at>;

  auto const& x = value_of(prediction);
  check_rows<ids ? at : -1>(x, labels, Kernel::name);
  around const shape = around_classes(x);
  auto const weights = loss_option::value_of<slot::weights, loss_option::absent>(options...);
  weight_row<E> const class_weight(weights.data(), shape.count);
  auto const masked = mask_of_rows(mask, x, shape);
  backend::host::categorical<E> const o{
      shape.outer,
      shape.count,
      shape.inner,
      class_weight.data(),
      static_cast<E>(loss_option::value_of<slot::smoothing, no_smoothing>(options...).value),
      has_ignore<typename L::meaning>,
      ignored_id<typename L::meaning>,
      masked.data()};
  room<reduction, std::remove_cvref_t<P>, row_axes> filled(prediction, without<at>(x.extents()));
  backend::host::loss_sum sum;
  if constexpr (ids) {
    sum = Kernel::by_index(x.data(), labels.data(), o, filled.row(), filled.slope());
    check_labels(sum, shape.count, Kernel::name);
  } else {
    auto const targets = numbers_of<E>(labels);
    sum = backend::host::cross_entropy_probs(x.data(), targets.data(), o, filled.row(), filled.slope());
  }
  return finish(static_cast<P&&>(prediction), filled, counted<reduction, policy>(sum, Kernel::name), shape);
}

}  // namespace wellformed::loss_run
