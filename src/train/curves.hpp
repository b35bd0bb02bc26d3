// SPDX-License-Identifier: Apache-2.0
// The loss curve of a run as a small picture.
#pragma once

#include <string>
#include <vector>

namespace wellformed::train {

/// A standalone SVG: the loss of each step thin, the mean of each epoch bold. `epoch_end[i]` is the number of
/// steps done when epoch i ended.
std::string curves_svg(std::vector<double> const& step_loss, std::vector<double> const& epoch_loss,
                       std::vector<std::size_t> const& epoch_end);

}  // namespace wellformed::train
