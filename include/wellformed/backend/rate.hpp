// SPDX-License-Identifier: Apache-2.0
// The learning rate as a function of the steps done, for host and device.
#pragma once

#include <wellformed/core/math.hpp>

namespace wellformed::backend {

/// One of the schedules of optim/schedule.hpp.
struct rate_rule {
  enum class kind { constant, step_decay, cosine };
  kind which = kind::constant;
  index_t every = 1;        ///< step_decay
  double gamma = 1;         ///< step_decay
  index_t total_steps = 1;  ///< cosine
  index_t warm_up = 0;      ///< cosine
  double minimum = 0;       ///< cosine

  /// The rate of the step after `done` steps.
  WF_HD double rate(double base, index_t done) const {
    if (which == kind::constant) return base;
    if (which == kind::step_decay) return base * math::pow(gamma, static_cast<double>(done / every));
    if (done < warm_up) return base * static_cast<double>(done + 1) / static_cast<double>(warm_up);
    if (done >= total_steps) return minimum;
    auto const part = static_cast<double>(done - warm_up) / static_cast<double>(total_steps - warm_up);
    return minimum + (base - minimum) * 0.5 * (1.0 + math::cos(3.141592653589793 * part));
  }
};

}  // namespace wellformed::backend
