// SPDX-License-Identifier: Apache-2.0
// Whether probabilities come true as often as they say: expected calibration error.
#pragma once

#include <array>

#include <wellformed/metrics/for_each_row.hpp>
#include <wellformed/metrics/ratio.hpp>

namespace wellformed::metrics {

template <class P, class Y>
constexpr auto calibration_verdict() {
  using own = decltype(metrics::verdict<P, Y>());
  using meaning = typename std::remove_cvref_t<P>::meaning;
  if constexpr (own::ok && !std::is_same_v<meaning, simplex> && !std::is_same_v<meaning, unit_interval>) {
    return refuse::refused<refuse::wf249, refuse::prediction<meaning>>{};
  } else {
    return own{};
  }
}

/// Rows of one bin of probabilities.
struct calibration_bin {
  index_t rows = 0, hits = 0;
  double confidence = 0;  ///< summed
};

/// Counts rows by their probability in bins ((i - 1) / Bins, i / Bins]. Of classes the probability is that of
/// the predicted one and a hit is a right prediction; of binary labels it is that of yes and a hit is a yes.
/// Source: Guo, Pleiss, Sun, Weinberger, On Calibration of Modern Neural Networks, 2017. Refuses: as
/// accuracy(), WF249 scores that are no probabilities. Example: `metrics::calibration<> c;
/// c.add(softmax(net.eval(b.x)), b.y); c.error();`
template <index_t Bins = 15>
class calibration {
 public:
  static_assert(Bins >= 1);

  template <Value P, Value Y>
  calibration& add(P&& prediction, Y&& label) {
    using verdict = decltype(calibration_verdict<P, Y>());
    if constexpr (verdict::ok) {
      using meaning = typename std::remove_cvref_t<Y>::meaning;
      auto const shares = eval(static_cast<P&&>(prediction));
      for_each_row(shares, label, [](index_t, standing const&) {});
      for_each_row(shares, label, [&](index_t truth, standing const& s) {
        bool hit = truth == s.predicted;
        if constexpr (kind_of<meaning> == label_kind::binary) {
          hit = truth == positive_of<typename meaning::set>();
        }
        count(s.score, hit);
      });
    } else {
      verdict::report();
    }
    return *this;
  }
  calibration& operator+=(calibration const& other) {
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      bins_[i].rows += other.bins_[i].rows;
      bins_[i].hits += other.bins_[i].hits;
      bins_[i].confidence += other.bins_[i].confidence;
    }
    return *this;
  }

  std::array<calibration_bin, static_cast<std::size_t>(Bins)> const& bins() const noexcept { return bins_; }
  index_t rows() const {
    index_t all = 0;
    for (auto const& bin : bins_) all += bin.rows;
    return all;
  }
  /// Computes: the mean over rows of |share of hits - mean probability| of their bin. Throws WF247 without
  /// rows.
  double error() const {
    double sum = 0;
    for (auto const& bin : bins_) {
      double const off = static_cast<double>(bin.hits) - bin.confidence;
      sum += off < 0 ? -off : off;
    }
    auto const all = rows();
    return all == 0 ? ratio{}.value() : sum / static_cast<double>(all);
  }

 private:
  void count(double probability, bool hit) {
    std::size_t at = 0;
    while (at + 1 < bins_.size() && probability * static_cast<double>(Bins) > static_cast<double>(at + 1))
      ++at;
    ++bins_[at].rows;
    bins_[at].hits += hit ? 1 : 0;
    bins_[at].confidence += probability;
  }
  std::array<calibration_bin, static_cast<std::size_t>(Bins)> bins_{};
};

}  // namespace wellformed::metrics
