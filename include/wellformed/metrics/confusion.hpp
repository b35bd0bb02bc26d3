// SPDX-License-Identifier: Apache-2.0
// The confusion matrix of a label set: which class was taken for which.
#pragma once

#include <vector>

#include <wellformed/metrics/accuracy.hpp>

namespace wellformed::metrics {

/// Counts of (true class, predicted class) over label set S. Adds batches; add() is all or nothing: a batch
/// with a NaN throws WF520 and counts no row. Refuses: WF236 a set too large for a matrix.
template <LabelSet S>
class confusion {
 public:
  using set = S;
  static constexpr index_t classes = class_count<S>;
  using form =
      std::conditional_t<(class_count<S> <= 4096), refuse::accepted,
                         refuse::refused<refuse::wf236, refuse::got<S>, refuse::got_extent<class_count<S>>>>;
  static_assert((form::report(), true));

  confusion()
      : counts_(static_cast<std::size_t>(class_count<S> * class_count<S>)),
        ranks_(static_cast<std::size_t>(class_count<S>)) {}

  /// Refuses: as accuracy(), and labels of another set than S (WF233).
  template <Value P, Value Y>
  confusion& add(P&& prediction, Y&& label) {
    using verdict = decltype(check<P, Y>());
    if constexpr (verdict::ok) {
      auto const scores = eval(static_cast<P&&>(prediction));
      if constexpr (counts_on_device<P>) {
        device_counts counted(scores.where(), class_count<S>, class_count<S>);
        counted.add(scores, label);
        *this += counted;
      } else {
        for_each_row(scores, label, [](index_t, standing const&) {});
        for_each_row(scores, label, [&](index_t truth, standing const& s) { count(truth, s); });
      }
    } else {
      verdict::report();
    }
    return *this;
  }
  confusion& operator+=(confusion const& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    for (std::size_t i = 0; i < ranks_.size(); ++i) ranks_[i] += other.ranks_[i];
    return *this;
  }
  /// Adds what a GPU has counted, of class_count<S> ranks and classes. Throws what its data did wrong, and
  /// adds nothing then.
  confusion& operator+=(device_counts const& counted) {
    auto const numbers = counted.read();
    for (std::size_t i = 0; i < ranks_.size(); ++i) ranks_[i] += numbers[i];
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += numbers[ranks_.size() + i];
    return *this;
  }

  index_t operator()(index_t truth, index_t predicted) const {
    if (truth < 0 || truth >= class_count<S>) raise_no_class(truth, class_count<S>, 0);
    if (predicted < 0 || predicted >= class_count<S>) raise_no_class(predicted, class_count<S>, 0);
    return counts_[static_cast<std::size_t>(truth * class_count<S> + predicted)];
  }
  /// All counts, (truth, predicted).
  index_t const* counts() const noexcept { return counts_.data(); }
  index_t rows() const { return top(class_count<S>); }
  ratio accuracy() const { return {top(1), rows()}; }
  template <index_t K>
  ratio top_k() const {
    using verdict = decltype(check_k<refuse::accepted, K, S>());
    if constexpr (!verdict::ok) {
      verdict::report();
      return {};
    } else {
      return {top(K), rows()};
    }
  }
  /// Of the rows that are `id`, those that were found.
  ratio recall(index_t id) const {
    ratio result{(*this)(id, id), 0};
    for (index_t other = 0; other < class_count<S>; ++other) result.rows += (*this)(id, other);
    return result;
  }
  /// Of the rows that were taken for `id`, those that are.
  ratio precision(index_t id) const {
    ratio result{(*this)(id, id), 0};
    for (index_t other = 0; other < class_count<S>; ++other) result.rows += (*this)(other, id);
    return result;
  }
  /// Harmonic mean of precision and recall, as 2 hits over 2 hits and all mistakes with `id`.
  ratio f1(index_t id) const {
    auto const found = recall(id), taken = precision(id);
    return {2 * found.hits, found.rows + taken.rows};
  }
  /// Mean F1 of the classes; a class that has no row and was never predicted does not count. Throws WF247 if
  /// none counts.
  double macro_f1() const {
    double sum = 0;
    index_t seen = 0;
    for (index_t id = 0; id < class_count<S>; ++id) {
      auto const own = f1(id);
      if (own.rows == 0) continue;
      sum += own.value();
      ++seen;
    }
    return seen == 0 ? ratio{}.value() : sum / static_cast<double>(seen);
  }

 private:
  template <class P, class Y>
  static constexpr auto check() {
    using own = decltype(metrics::verdict<P, Y>());
    if constexpr (own::ok && !std::is_same_v<set_of<Y>, S>) {
      return refuse::refused<refuse::wf233, refuse::required<S>, refuse::label<set_of<Y>>>{};
    } else {
      return own{};
    }
  }
  void count(index_t truth, standing const& s) {
    ++counts_[static_cast<std::size_t>(truth * class_count<S> + s.predicted)];
    ++ranks_[static_cast<std::size_t>(s.rank)];
  }
  index_t top(index_t k) const {
    index_t sum = 0;
    for (index_t i = 0; i < k; ++i) sum += ranks_[static_cast<std::size_t>(i)];
    return sum;
  }

  std::vector<index_t> counts_;  // (truth, predicted)
  std::vector<index_t> ranks_;   // rows by standing of their true class
};

}  // namespace wellformed::metrics
