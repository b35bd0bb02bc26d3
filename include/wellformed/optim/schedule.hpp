// SPDX-License-Identifier: Apache-2.0
// Learning rate schedules: values given to an optimiser. They count steps of the optimiser, not epochs.
#pragma once

#include <wellformed/backend/rate.hpp>

namespace wellformed::optim {

/// The base rate, always.
struct constant {};

/// The base rate times gamma for every full `every` steps done; PyTorch's StepLR.
struct step_decay {
  index_t every = 0;
  double gamma = 0.1;
};

/// Rises linearly over `warm_up` steps, then falls along half a cosine to `minimum`, reached after
/// `total_steps` and kept from there on; without warm-up PyTorch's CosineAnnealingLR with eta_min = minimum.
struct cosine {
  index_t total_steps = 0;
  index_t warm_up = 0;
  double minimum = 0;
};

/// One of the above. Throws WF726 for numbers that make no schedule.
class schedule {
 public:
  schedule() noexcept = default;
  schedule(constant) noexcept {}
  schedule(step_decay const& values);
  schedule(cosine const& values);

  /// The rate of the step after `done` steps.
  double rate(double base, index_t done) const { return rule_.rate(base, done); }
  backend::rate_rule const& rule() const noexcept { return rule_; }
  /// Throws WF726 if the schedule does not fit this base rate.
  void check_base(double base) const;

 private:
  backend::rate_rule rule_{};
};

}  // namespace wellformed::optim
