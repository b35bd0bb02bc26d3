// SPDX-License-Identifier: Apache-2.0
// Kullback-Leibler divergence of log-probabilities from a target distribution.
#pragma once

#include <wellformed/backend/reduce.hpp>
#include <wellformed/loss/element_wise.hpp>
#include <wellformed/loss/verdict.hpp>

namespace wellformed {

namespace loss_run {

/// One loss a row out of one an element: rows (outer, inner) = sum over the middle of elements (outer, count,
/// inner).
template <class E>
loss_figures sum_classes(E const* elements, E* slope, around const& s, bool const* mask, E* rows) {
  loss_figures result;
  for (index_t row = 0; row < s.outer * s.inner; ++row) {
    bool const counted = mask == nullptr || mask[row];
    index_t const first = row / s.inner * s.count * s.inner + row % s.inner;
    E loss(0);
    for (index_t c = 0; c < s.count; ++c) {
      if (counted) {
        loss += elements[first + c * s.inner];
      } else if (slope != nullptr) {
        slope[first + c * s.inner] = E(0);
      }
    }
    if (rows != nullptr) rows[row] = loss;
    result.total += static_cast<double>(loss);
    if (counted) ++result.rows;
  }
  result.divisor = static_cast<double>(result.rows);
  return result;
}

template <class P, class L, class... Options>
auto divergence(P&& prediction, L const& labels, bool const* mask, Options const&...) {
  using T = tensor_of<P>;
  using E = typename T::element;
  using reduction = loss_option::reduction_of<Options...>;
  constexpr int at = axis_list::class_axis<typename T::axes_type>;
  constexpr bool logs = std::is_same_v<typename L::meaning, log_prob>;
  auto const& x = value_of(prediction);
  check_rows(x, labels, "kl_div");
  around const shape = around_classes(x);
  auto const masked = mask_of_rows(mask, x, shape);
  room<reduction, std::remove_cvref_t<P>, axis_list::without_at<typename T::axes_type, at>> filled(
      prediction, without<at>(x.extents()));
  auto const where = x.where();
  slab const elements(static_cast<std::size_t>(x.size()) * sizeof(E), where.memory());
  auto* const each = static_cast<E*>(elements.data());
  index_t const every = shape.outer * shape.inner;
  auto sums = add_up(where, divisor_of<reduction>(static_cast<double>(every)), every, [&](auto... sum) {
    return backend::kl_div(where, x.address(), labels.address(), logs, x.size(), each, filled.slope(),
                           sum...);
  });
  index_t counted = every;
  if constexpr (std::is_same_v<typename T::device, host>) {
    auto by_row = sum_classes(each, filled.slope(), shape, masked.data(), filled.row());
    counted = by_row.rows;
    by_row.divisor = divisor_of<reduction>(by_row.divisor);
    sums = by_row;
  } else if (auto* const rows = filled.row()) {
    backend::sum(where, rows, each, shape.outer, shape.count, shape.inner);
  }
  if (std::is_same_v<reduction, wellformed::reduction::mean>)
    check_divisor(static_cast<double>(counted), counted, "kl_div");
  return finish(static_cast<P&&>(prediction), filled, sums, shape);
}

}  // namespace loss_run

/// Computes: sum_c q[c] (log q[c] - log_p[c]) a row, 0 where q is 0. Mean divides by the number of rows,
/// which is PyTorch's `batchmean`; its plain `mean` divides by the classes too and is no divergence. Shapes:
/// (..., classes<S>, ...) on both sides; the target is class_probs<S>, simplex or log_prob. Gradient: by
/// log_p. Options: reduction. Refuses: WF130 to WF135 and WF105 to WF117 other kinds, WF240 another label
/// set, WF241, WF242 a side without classes, WF341 other axes. Example: `kl_div(log_softmax(z),
/// detach(softmax(t)))`
template <class Prediction, class Labels, class... Options>
auto kl_div(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::kl_div, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    auto const target = loss_run::target(labels);
    return loss_run::divergence(eval(static_cast<Prediction&&>(prediction)), target.labels, target.mask(),
                                options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

}  // namespace wellformed
