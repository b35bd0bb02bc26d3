// SPDX-License-Identifier: Apache-2.0
// Cross entropy of logits with class ids, distributions or one-hot labels.
#pragma once

#include <wellformed/loss/categorical.hpp>
#include <wellformed/loss/verdict.hpp>

namespace wellformed {

/// Computes: -log softmax(z)[y], by log-sum-exp; mean divides by the count, or by the summed weights of the
/// labels. Shapes: (..., classes<S>, ...) with ids (..., ...) or with class_probs<S>, one_hot<S> of equal
/// axes. Gradient: by z. Options: reduction, label_smoothing{e}, class_weights<S>, all_ignored::fails or
/// ::is_zero. Refuses: WF101 to WF117 prediction or labels of another kind, WF240 another label set, WF241 a
/// head without classes, WF340 other axes, WF401 another loader, WF192 a mean over labels with an ignored id
/// without policy. Example: `cross_entropy(net.train(b.x), b.y, label_smoothing{0.1})`
template <class Prediction, class Labels, class... Options>
auto cross_entropy(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::cross_entropy, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    auto const target = loss_run::target(labels);
    return loss_run::categorical<loss_run::cross_entropy_kernel>(eval(static_cast<Prediction&&>(prediction)),
                                                                 target.labels, target.mask(), options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

}  // namespace wellformed
