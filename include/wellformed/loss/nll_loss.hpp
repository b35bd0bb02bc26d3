// SPDX-License-Identifier: Apache-2.0
// Negative log-likelihood of log-probabilities with class ids.
#pragma once

#include <wellformed/loss/categorical.hpp>
#include <wellformed/loss/verdict.hpp>

namespace wellformed {

/// Computes: -log_p[y]; mean divides by the count, or by the summed weights of the labels.
/// Shapes: (..., classes<S>, ...) with ids (..., ...). Gradient: by log_p.
/// Options: reduction, class_weights<S>, all_ignored::fails or ::is_zero.
/// Refuses: WF120 to WF125 and WF105 to WF117 other kinds; WF240, WF241, WF340, WF401, WF192 as
/// cross_entropy. Example: `nll_loss(log_softmax(net.train(b.x)), b.y)`
template <class Prediction, class Labels, class... Options>
auto nll_loss(Prediction&& prediction, Labels&& labels, Options... options) {
  using verdict = decltype(loss_check::verdict<losses::nll_loss, Prediction&&, Labels&&, Options...>());
  if constexpr (verdict::ok) {
    auto const target = loss_run::target(labels);
    return loss_run::categorical<loss_run::nll_kernel>(eval(static_cast<Prediction&&>(prediction)),
                                                       target.labels, target.mask(), options...);
  } else {
    verdict::report();
    return loss_run::refused<Prediction, Options...>();
  }
}

}  // namespace wellformed
