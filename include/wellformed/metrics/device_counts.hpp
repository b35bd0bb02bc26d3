// SPDX-License-Identifier: Apache-2.0
// Standings counted where the scores are, on a GPU: batches add up there and are read once.
#pragma once

#include <vector>

#include <wellformed/backend/count.hpp>
#include <wellformed/metrics/for_each_row.hpp>
#include <wellformed/metrics/ratio.hpp>

namespace wellformed::metrics {

/// Ranks, and with `classes` not 0 the matrix of (truth, predicted).
class device_counts {
 public:
  device_counts(cuda where, index_t ranks, index_t classes = 0)
      : where_(where), counts_{nullptr, ranks, classes} {
    memory_ = slab(counts_.bytes(), where.memory());
    counts_.memory = memory_.data();
    backend::clear_standings(where, counts_);
  }

  /// What for_each_row visits. Throws WF402 or WF410 for rows that do not fit; what the data does wrong,
  /// read() throws.
  template <class P, class Y>
  void add(P const& prediction, Y const& target) {
    auto const& label = labels_in(target);
    check_same_rows(prediction, label);
    if (label.size() == 0) return;
    backend::counted_places places;
    if constexpr (has_ignore<typename Y::meaning>) places = {true, Y::meaning::ignored::id};
    if constexpr (is_padded<Y>) {
      places.mask = target.mask.address();
      places.repeat = label.size() / label.rows();
    }
    index_t const first = ends_.empty() ? 0 : ends_.back();
    if constexpr (kind_of<typename Y::meaning> == label_kind::binary) {
      constexpr auto kind = domain_of<typename P::meaning>;
      constexpr bool is_odds = kind == domain_kind::real || kind == domain_kind::logits;
      backend::count_answers(where_, counts_, prediction.address(), label.address(), label.size(),
                             is_odds ? 0.0 : 0.5, positive_of<typename Y::meaning::set>(), places, first);
    } else {
      constexpr auto column =
          static_cast<std::size_t>(score_axis<typename Y::meaning, typename P::axes_type>);
      index_t inner = 1;
      for (std::size_t i = column + 1; i < prediction.extents().size(); ++i) inner *= prediction.extents()[i];
      backend::count_standings(where_, counts_, prediction.address(), label.address(), label.size() / inner,
                               prediction.extents()[column], inner, places, first);
    }
    ends_.push_back(first + label.size());
  }

  /// Ranks, then the matrix. Waits for the GPU. Throws WF520 and WF246 as for_each_row does, with the row of
  /// the batch, and what the model's kernels met.
  std::vector<index_t> read() const {
    std::vector<index_t> numbers(static_cast<std::size_t>(counts_.numbers()));
    auto const noted = backend::read_standings(where_, counts_, numbers.data());
    if (noted.code != 0) {
      index_t before = 0;
      for (auto const end : ends_) {
        if (end > noted.row) break;
        before = end;
      }
      raise_noted(noted, noted.row - before);
    }
    return numbers;
  }

 private:
  cuda where_;
  backend::standing_counts counts_;
  slab memory_;
  std::vector<index_t> ends_;  // of the batches, in rows
};

/// Whether scores are counted on a GPU.
template <class P>
inline constexpr bool counts_on_device = !std::is_same_v<typename std::remove_cvref_t<P>::device, host>;

/// Rows whose true class is among the `k` greatest scores, of one batch on a GPU.
template <class P, class Y>
ratio hits_on_device(P const& prediction, Y const& label, index_t k) {
  device_counts counts(prediction.where(), k + 1);
  counts.add(prediction, label);
  auto const ranks = counts.read();
  ratio result;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    result.rows += ranks[i];
    if (static_cast<index_t>(i) < k) result.hits += ranks[i];
  }
  return result;
}

}  // namespace wellformed::metrics
