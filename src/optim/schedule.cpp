// SPDX-License-Identifier: Apache-2.0
// Learning rate schedules: checks of their numbers, and the rates.
#include <wellformed/optim/schedule.hpp>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/error.hpp>

namespace wellformed::optim {

schedule::schedule(step_decay const& values) {
  if (values.every < 1) {
    (message(726) << "step_decay: every is " << values.every << "; give the number of steps, 1 or more")
        .raise();
  }
  if (!is_finite(values.gamma) || values.gamma <= 0 || values.gamma > 1) {
    (message(726) << "step_decay: gamma is " << values.gamma << "; give a factor in (0, 1]").raise();
  }
  rule_.which = backend::rate_rule::kind::step_decay;
  rule_.every = values.every;
  rule_.gamma = values.gamma;
}

schedule::schedule(cosine const& values) {
  if (values.total_steps < 1) {
    (message(726) << "cosine: total_steps is " << values.total_steps
                  << "; give the number of steps of the whole run, epochs * batches of an epoch")
        .raise();
  }
  if (values.warm_up < 0 || values.warm_up >= values.total_steps) {
    (message(726) << "cosine: warm_up is " << values.warm_up << " of " << values.total_steps
                  << " steps; give a number from 0 to total_steps - 1")
        .raise();
  }
  if (!is_finite(values.minimum) || values.minimum < 0) {
    (message(726) << "cosine: minimum is " << values.minimum << "; give a rate of 0 or more").raise();
  }
  rule_.which = backend::rate_rule::kind::cosine;
  rule_.total_steps = values.total_steps;
  rule_.warm_up = values.warm_up;
  rule_.minimum = values.minimum;
}

void schedule::check_base(double base) const {
  if (rule_.which == backend::rate_rule::kind::cosine && rule_.minimum > base) {
    (message(726) << "cosine: minimum " << rule_.minimum << " is above the learning rate " << base
                  << "; give a smaller minimum, since the rate falls to it")
        .raise();
  }
}

}  // namespace wellformed::optim
