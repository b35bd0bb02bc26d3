// SPDX-License-Identifier: Apache-2.0
// The report of an evaluation as text.
#pragma once

#include <string>

#include <wellformed/train/run.hpp>

namespace wellformed::train {

/// Confusion matrix with class names and recall (of sets above 32 classes only the classes with the lowest
/// recall), then the accuracy.
std::string report_text(report_figures const& figures);

}  // namespace wellformed::train
