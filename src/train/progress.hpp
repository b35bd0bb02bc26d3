// SPDX-License-Identifier: Apache-2.0
// The progress line: rewritten in place on a terminal, a plain line now and then elsewhere.
#pragma once

#include <string>

#include <wellformed/train/run.hpp>

namespace wellformed::train {

/// What the line says.
struct progress_figures {
  index_t epoch = 0, epochs = 0;   // epochs 0: unknown
  index_t batch = 0, batches = 0;  // batches 0: unknown
  double loss = 0;
  double rows_per_second = 0;
  double seconds_left = -1;  // below 0: unknown
};

std::string progress_text(progress_figures const& figures, bool on_terminal);
/// "0:07", "12:30", "3:05:09".
std::string duration_text(double seconds);

class progress {
 public:
  progress(display how, double now);

  /// Whether a line is due now; asked before figures are gathered.
  bool is_due(double now) const;
  void show(std::string const& text, double now);
  /// A line that stays: the progress line makes room for it.
  void print(std::string const& text);
  void clear();
  bool is_terminal() const noexcept { return terminal_; }

 private:
  bool visible_;
  bool terminal_;
  bool colour_;
  bool drawn_ = false;
  double last_;
};

}  // namespace wellformed::train
