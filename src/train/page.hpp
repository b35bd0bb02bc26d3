// SPDX-License-Identifier: Apache-2.0
// A run as one page that needs nothing else: figures, curves, confusion matrix, epochs.
#pragma once

#include <string>

#include "train/history.hpp"

namespace wellformed::train {

/// The chart of the loss as a file of its own: each step thin, the mean of each epoch bold.
std::string curves_svg(history const& past);

/// HTML that is XML too, without scripts. `name` is its heading; `seconds` since the run began.
std::string page_html(std::string const& name, history const& past, double seconds);

/// The confusion matrix with recall and precision; of sets above 32 classes those with the lowest recall.
std::string matrix_html(report_figures const& figures);

}  // namespace wellformed::train
