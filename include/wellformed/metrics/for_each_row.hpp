// SPDX-License-Identifier: Apache-2.0
// Walks over the counted rows of a prediction and its label. What `ignore` leaves out of a loss, it leaves
// out here.
#pragma once

#include <wellformed/metrics/standing.hpp>
#include <wellformed/metrics/verdict.hpp>
#include <wellformed/tensor/padded.hpp>

namespace wellformed::metrics {

/// The extents of `prediction` and `label` agree, and both are of one batch; throws WF402 or WF410 if not.
template <class P, class Y>
void check_same_rows(P const& prediction, Y const& label) {
  join_serials(prediction.serial(), label.serial(), "metrics");
  constexpr auto column = static_cast<std::size_t>(score_axis<typename Y::meaning, typename P::axes_type>);
  constexpr bool keeps_column = P::axes_type::rank == Y::axes_type::rank;
  std::size_t at = 0;
  for (std::size_t i = 0; i < prediction.extents().size(); ++i) {
    if (i == column && !keeps_column) continue;
    std::array<index_t, 1> const one{prediction.extents()[i]};
    check_same_extents(one, {label.extents()[at++]}, "metrics");
  }
}

/// The labels themselves, and the mask of the rows that are of the data set (null: all are).
template <Tensor Y>
Y const& labels_in(Y const& label) {
  return label;
}
template <class Y>
Y const& labels_in(padded<Y> const& label) {
  return label.labels;
}
template <Tensor Y>
bool const* mask_of(Y const&) {
  return nullptr;
}
template <class Y>
bool const* mask_of(padded<Y> const& label) {
  return label.mask.data();
}

/// Which labels count: those of rows that are not padding, without the ignored id.
template <class Y>
class counted_rows {
 public:
  explicit counted_rows(Y const& label)
      : mask_(mask_of(label)),
        inner_(mask_ == nullptr ? 1 : labels_in(label).size() / labels_in(label).rows()) {}

  template <class E>
  bool operator()(index_t row, E id) const {
    if (mask_ != nullptr && !mask_[row / inner_]) return false;
    if constexpr (has_ignore<typename Y::meaning>) {
      return static_cast<index_t>(id) != Y::meaning::ignored::id;
    } else {
      return true;
    }
  }

 private:
  bool const* mask_;
  index_t inner_;
};

/// Calls `visit(truth, standing)` for each counted row. Scores are (..., classes, ...), labels the same
/// without.
template <class P, class Y, class Visit>
  requires(kind_of<typename Y::meaning> == label_kind::class_index)
void for_each_row(P const& prediction, Y const& target, Visit&& visit) {
  constexpr auto column = static_cast<std::size_t>(score_axis<typename Y::meaning, typename P::axes_type>);
  auto const& label = labels_in(target);
  check_same_rows(prediction, label);
  if (label.size() == 0) return;
  counted_rows<Y> const is_counted(target);
  auto const classes = prediction.extents()[column];
  index_t inner = 1;
  for (std::size_t i = column + 1; i < prediction.extents().size(); ++i) inner *= prediction.extents()[i];
  for (index_t row = 0; row < label.size(); ++row) {
    auto const id = label.data()[row];
    if (!is_counted(row, id)) continue;
    auto const truth = static_cast<index_t>(id);
    auto const* scores = prediction.data() + (row / inner) * classes * inner + row % inner;
    visit(truth, standing_of(scores, classes, inner, truth, row));
  }
}

/// One column: positive if a probability is above 0.5, or a log-odds above 0.
template <class P, class Y, class Visit>
  requires(kind_of<typename Y::meaning> == label_kind::binary)
void for_each_row(P const& prediction, Y const& target, Visit&& visit) {
  using set = typename Y::meaning::set;
  constexpr auto kind = domain_of<typename P::meaning>;
  constexpr double threshold = kind == domain_kind::real || kind == domain_kind::logits ? 0.0 : 0.5;
  constexpr index_t yes = positive_of<set>();
  auto const& label = labels_in(target);
  check_same_rows(prediction, label);
  if (label.size() == 0) return;
  counted_rows<Y> const is_counted(target);
  for (index_t row = 0; row < label.size(); ++row) {
    if (!is_counted(row, label.data()[row])) continue;
    auto const written = static_cast<double>(label.data()[row]);
    if (written != 0.0 && written != 1.0) raise_no_class(static_cast<index_t>(written), 2, row);
    index_t const truth = written != 0.0 ? yes : 1 - yes;
    index_t const said = is_positive(prediction.data()[row], threshold, row) ? yes : 1 - yes;
    visit(truth, standing{said, said == truth ? 0 : 1, static_cast<double>(prediction.data()[row])});
  }
}

}  // namespace wellformed::metrics
