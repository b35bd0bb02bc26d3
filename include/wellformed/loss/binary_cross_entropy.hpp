// SPDX-License-Identifier: Apache-2.0
// Cross entropy of independent yes-or-no answers, from logits or from probabilities.
#pragma once

#include <wellformed/loss/element_wise.hpp>
#include <wellformed/loss/verdict.hpp>

namespace wellformed {

namespace loss_run {

/// Runs the kernel with a weight for each column; (outer, columns, inner) is seen as (outer, columns *
/// inner).
template <class P, class L, class... Options>
auto logits_of_answers(P&& prediction, L const& labels, bool const* mask, Options const&... options) {
  using T = tensor_of<P>;
  using E = typename T::element;
  constexpr bool one_column = kind_of<typename L::meaning> == label_kind::binary;
  constexpr bool by_class = kind_of<typename L::meaning> == label_kind::multi_hot;
  auto const given = loss_option::value_of<loss_option::slot::pos_weight, loss_option::absent>(options...);
  auto const& x = value_of(prediction);
  around shape{x.size(), 1, 1};
  if constexpr (by_class) {
    shape = around_classes(x);
  } else if constexpr (!one_column && T::rank > 0) {
    shape = {0, x.extents().back(), 1};
  }
  weight_row<E> const weights(x.where(), given.data(), shape.count, shape.inner);
  index_t const columns = shape.count * shape.inner;
  return element_wise(
      "binary_cross_entropy_with_logits", static_cast<P&&>(prediction), labels, mask,
      [&](auto where, E const* z, E const* t, index_t count, E* rows, E* slope, auto... sum) {
        index_t const each = columns == 0 ? 1 : columns;
        return backend::bce_with_logits(where, z, t, count / each, each, weights.data(), rows, slope, sum...);
      },
      options...);
}

}  // namespace loss_run

/// Computes: -(w t log sigmoid(z) + (1 - t) log sigmoid(-z)), right for any z; mean divides by the number of
/// elements. Shapes: multi_hot<S> or unit_interval of equal axes; binary<S> also with one column, positive<S>
/// or dim<1>, more. Gradient: by z. Options: reduction, pos_weight<S>, pos_weight<binary<S>> or
/// pos_weight<dim<N>>. Refuses: WF140 to WF149 and WF105 to WF115 other kinds, WF240 another label set, WF241
/// a head without classes, WF244 more than one column, WF341 other axes, WF401 another loader. Example:
/// tests/laws/test_losses.cpp.
template <class Prediction, class Labels, class... Options>
auto binary_cross_entropy_with_logits(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::binary_cross_entropy_with_logits, Prediction&&,
                                               Labels&&, Options...>());
  if constexpr (verdict::ok) {
    auto const target = loss_run::target(labels);
    return loss_run::logits_of_answers(eval(static_cast<Prediction&&>(prediction)), target.labels,
                                       target.mask(), options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

/// Computes: -(t log p + (1 - t) log(1 - p)), logarithms not below -100 as in PyTorch; mean over the
/// elements. From logits use binary_cross_entropy_with_logits, which is exact. Shapes and rules: as there,
/// for unit_interval. Gradient: by p. Options: reduction. Refuses: WF150 to WF152, WF144 to WF149 and WF105
/// to WF115 other kinds. Example: `binary_cross_entropy(sigmoid(net.train(b.x)), b.y)`
template <class Prediction, class Labels, class... Options>
auto binary_cross_entropy(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict =
      decltype(loss_check::verdict<losses::binary_cross_entropy, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    using E = typename tensor_of<Prediction>::element;
    auto const target = loss_run::target(labels);
    return loss_run::element_wise(
        "binary_cross_entropy", eval(static_cast<Prediction&&>(prediction)), target.labels, target.mask(),
        [](auto where, E const* p, E const* t, index_t count, E* rows, E* slope, auto... sum) {
          return backend::bce(where, p, t, count, rows, slope, sum...);
        },
        options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

}  // namespace wellformed
