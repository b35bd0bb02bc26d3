// SPDX-License-Identifier: Apache-2.0
// What one step of an optimiser did.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed::optim {

struct step_result {
  index_t step = 0;          ///< number of the step, from 1; of a skipped step, the one it would have been
  double loss = 0;           ///< mean over the counted rows; the sum for reduction::sum
  double weight = 0;         ///< what the mean was divided by: means of several steps are weighted with it
  index_t rows = 0;          ///< rows that counted
  double lr = 0;             ///< learning rate that was used
  double gradient_norm = 0;  ///< of the mean gradient of all parameters, before clipping
  bool skipped =
      false;  ///< nothing was written: no row counted, or a number was not finite and the policy is to skip
  index_t others = 0;  ///< models on the same tape that this step left as they were
};

/// What a step does when the loss or a gradient is not finite.
enum class non_finite { raise_error, skip_step };
inline constexpr auto raise_error =
    non_finite::raise_error;                              ///< the default: an error that names the parameter
inline constexpr auto skip_step = non_finite::skip_step;  ///< write nothing, count it, say so in the result

}  // namespace wellformed::optim
