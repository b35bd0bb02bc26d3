// SPDX-License-Identifier: Apache-2.0
// Accuracy and top-k accuracy of one batch, as hits over rows.
#pragma once

#include <wellformed/metrics/device_counts.hpp>

namespace wellformed::metrics {

template <class Verdict, index_t K, class S>
constexpr auto check_k() {
  if constexpr (!Verdict::ok) {
    return Verdict{};
  } else if constexpr (K < 1 || K > class_count<S>) {
    return refuse::refused<refuse::wf235, refuse::got_extent<K>,
                           refuse::required_extent<1, class_count<S>>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Rows whose true class is among the `k` greatest scores.
template <class P, class Y>
ratio hits(P const& prediction, Y const& label, index_t k) {
  if constexpr (counts_on_device<P>) {
    return hits_on_device(prediction, label, k);
  } else {
    ratio result;
    for_each_row(prediction, label, [&](index_t, standing const& s) {
      ++result.rows;
      result.hits += s.rank < k ? 1 : 0;
    });
    return result;
  }
}

/// Computes: rows whose true class is among the K greatest scores; among equal scores the lower class id
/// comes first. Shapes: (rows, classes), (rows). Refuses: as accuracy, and WF235 a K that the set does not
/// have. Example: `best5 += metrics::top_k<5>(net.eval(b.x), b.y);`
template <index_t K, Value P, Value Y>
ratio top_k(P&& prediction, Y&& label) {
  using verdict = decltype(check_k<decltype(metrics::verdict<P, Y>()), K, set_of<Y>>());
  if constexpr (verdict::ok) {
    return hits(eval(static_cast<P&&>(prediction)), label, K);
  } else {
    verdict::report();
    return {};
  }
}

/// Computes: rows whose greatest score is that of the true class; ignored rows do not count.
/// Shapes: (rows, classes), (rows); (rows, 1) for binary labels: above 0, or 0.5 for probabilities, is
/// positive. Refuses: WF703 a value in training mode, WF230 no scores, WF231 another label kind, WF237
/// quantities, WF232 no class axis, WF233 another label set, WF234 other axes, WF401 another loader, WF502
/// stored elements, WF602 another device. Throws WF520 on NaN. Example: `metrics::ratio hits; for (auto& b :
/// test) hits += metrics::accuracy(net.eval(b.x), b.y);`
template <Value P, Value Y>
ratio accuracy(P&& prediction, Y&& label) {
  using verdict = decltype(metrics::verdict<P, Y>());
  if constexpr (verdict::ok) {
    return hits(eval(static_cast<P&&>(prediction)), label, 1);
  } else {
    verdict::report();
    return {};
  }
}

}  // namespace wellformed::metrics
