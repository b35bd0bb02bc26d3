// SPDX-License-Identifier: Apache-2.0
// What a run remembers of its steps, epochs and report.
#pragma once

#include <string>
#include <vector>

#include <wellformed/train/run.hpp>

namespace wellformed::train {

/// An epoch that has ended. Without a step that counted, `has_loss` is false.
struct epoch_row {
  index_t epoch = 0, rows = 0, skipped = 0;
  bool has_loss = false;
  double loss = 0, lr = 0, rows_per_second = 0, seconds = 0;
  index_t last_step = 0;      // number of its last step
  std::size_t steps_end = 0;  // entries of history::loss when it ended
};

/// Steps that were not skipped, in order; epochs; the last report.
struct history {
  std::vector<double> loss, lr, gradient_norm;
  std::vector<epoch_row> epochs;
  std::vector<index_t> counts;  // of the report, (truth, predicted)
  report_figures report;        // classes 0: none yet

  void keep(report_figures const& figures) {
    counts.assign(figures.counts, figures.counts + figures.classes * figures.classes);
    report = figures;
    report.counts = counts.data();
  }
};

inline std::string class_name(report_figures const& figures, index_t id) {
  char const* name = figures.name == nullptr ? nullptr : figures.name(id);
  return name == nullptr ? std::to_string(id) : name;
}
inline index_t count_of(report_figures const& figures, index_t truth, index_t predicted) {
  return figures.counts[truth * figures.classes + predicted];
}
/// Rows that are `truth`.
inline index_t rows_of(report_figures const& figures, index_t truth) {
  index_t sum = 0;
  for (index_t c = 0; c < figures.classes; ++c) sum += count_of(figures, truth, c);
  return sum;
}
/// Rows that were taken for `predicted`.
inline index_t rows_taken_for(report_figures const& figures, index_t predicted) {
  index_t sum = 0;
  for (index_t t = 0; t < figures.classes; ++t) sum += count_of(figures, t, predicted);
  return sum;
}

}  // namespace wellformed::train
