// SPDX-License-Identifier: Apache-2.0
// Learning rate schedules: checks of their numbers, and the rates.
#include <wellformed/optim/schedule.hpp>

#include <cmath>
#include <numbers>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/error.hpp>

namespace wellformed::optim {

schedule::schedule(step_decay const& values) : kind_(kind::step_decay), decay_(values) {
  if (values.every < 1) {
    (message(726) << "step_decay: every is " << values.every << "; give the number of steps, 1 or more")
        .raise();
  }
  if (!is_finite(values.gamma) || values.gamma <= 0 || values.gamma > 1) {
    (message(726) << "step_decay: gamma is " << values.gamma << "; give a factor in (0, 1]").raise();
  }
}

schedule::schedule(cosine const& values) : kind_(kind::cosine), cosine_(values) {
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
}

void schedule::check_base(double base) const {
  if (kind_ == kind::cosine && cosine_.minimum > base) {
    (message(726) << "cosine: minimum " << cosine_.minimum << " is above the learning rate " << base
                  << "; give a smaller minimum, since the rate falls to it")
        .raise();
  }
}

double schedule::rate(double base, index_t done) const {
  switch (kind_) {
    case kind::constant:
      return base;
    case kind::step_decay:
      return base * std::pow(decay_.gamma, static_cast<double>(done / decay_.every));
    case kind::cosine:
      break;
  }
  if (done < cosine_.warm_up)
    return base * static_cast<double>(done + 1) / static_cast<double>(cosine_.warm_up);
  if (done >= cosine_.total_steps) return cosine_.minimum;
  auto const part = static_cast<double>(done - cosine_.warm_up) /
                    static_cast<double>(cosine_.total_steps - cosine_.warm_up);
  return cosine_.minimum + (base - cosine_.minimum) * 0.5 * (1.0 + std::cos(std::numbers::pi * part));
}

}  // namespace wellformed::optim
