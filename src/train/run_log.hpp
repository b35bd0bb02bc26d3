// SPDX-License-Identifier: Apache-2.0
// The logs of a run for other programs: metrics.csv and epochs.csv, log.jsonl, and an event file for
// TensorBoard.
#pragma once

#include <string>

#include "train/event_file.hpp"
#include "train/folder.hpp"
#include "train/history.hpp"

namespace wellformed::train {

class run_log {
 public:
  explicit run_log(std::string const& folder);

  /// `seconds` since the run began.
  void step(index_t epoch, optim::step_figures const& figures, double seconds);
  void epoch(epoch_row const& row);
  void report(report_figures const& figures);
  void flush();

 private:
  text_file steps_;
  text_file epochs_;
  text_file lines_;
  event_file events_;
};

}  // namespace wellformed::train
