// SPDX-License-Identifier: Apache-2.0
// How well one score tells yes from no, whatever the threshold: area under the ROC curve, average precision.
#pragma once

#include <vector>

#include <wellformed/metrics/for_each_row.hpp>

namespace wellformed::metrics {

struct scored {
  double score;
  bool positive;
};

/// Area under the ROC curve: the share of pairs (positive, negative) in which the positive row has the
/// greater score; equal scores count half. Throws WF247 unless there are rows of both kinds.
double auroc(std::vector<scored> rows);
/// Sum over the scores, from the greatest, of precision times gained recall; equal scores enter together.
/// Throws WF247 without a positive row.
double average_precision(std::vector<scored> rows);

template <class P, class Y, class S>
constexpr auto ranking_verdict() {
  using own = decltype(metrics::verdict<P, Y>());
  if constexpr (!own::ok) {
    return own{};
  } else if constexpr (kind_of<typename std::remove_cvref_t<Y>::meaning> != label_kind::binary) {
    return refuse::refused<refuse::wf248, refuse::label<typename std::remove_cvref_t<Y>::meaning>>{};
  } else if constexpr (!std::is_same_v<set_of<Y>, S>) {
    return refuse::refused<refuse::wf233, refuse::required<S>, refuse::label<set_of<Y>>>{};
  } else {
    return refuse::accepted{};
  }
}

/// Keeps score and label of every row of binary labels over S. add() is all or nothing. Refuses: as
/// accuracy(), WF248 labels of another kind, WF233 of another set. Example: `metrics::ranking<sick> r; for
/// (auto& b : test) r.add(net.eval(b.x), b.y); r.auroc();`
template <LabelSet S>
class ranking {
 public:
  template <Value P, Value Y>
  ranking& add(P&& prediction, Y&& label) {
    using verdict = decltype(ranking_verdict<P, Y, S>());
    if constexpr (verdict::ok) {
      auto const scores = eval(static_cast<P&&>(prediction));
      for_each_row(scores, label, [](index_t, standing const&) {});
      for_each_row(scores, label, [&](index_t truth, standing const& s) {
        rows_.push_back({s.score, truth == positive_of<S>()});
      });
    } else {
      verdict::report();
    }
    return *this;
  }
  ranking& operator+=(ranking const& other) {
    auto const count = other.rows_.size();  // other may be this
    for (std::size_t i = 0; i < count; ++i) rows_.push_back(other.rows_[i]);
    return *this;
  }

  index_t rows() const { return static_cast<index_t>(rows_.size()); }
  double auroc() const { return metrics::auroc(rows_); }
  double average_precision() const { return metrics::average_precision(rows_); }

 private:
  std::vector<scored> rows_;
};

}  // namespace wellformed::metrics
