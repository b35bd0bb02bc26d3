// SPDX-License-Identifier: Apache-2.0
// The part of an optimiser that does not depend on model or formula: it decides, before anything is written,
// whether a step may happen and with which numbers, and commits what came along. Compiled in
// src/optim/stepper.cpp.
#pragma once

#include <limits>

#include <wellformed/backend/device_step.hpp>
#include <wellformed/backend/scan.hpp>
#include <wellformed/expr/gradients.hpp>
#include <wellformed/optim/place.hpp>
#include <wellformed/optim/schedule.hpp>
#include <wellformed/optim/step_result.hpp>

namespace wellformed::optim {

/// What is found in the gradients before a step: their scan, and the first pending statistic that is not
/// finite, or -1.
struct measurement {
  backend::gradient_scan scan;
  index_t bad_statistic = -1;
};

/// What update formulas get: gradients are of the sum and are multiplied by `scale` (1 / divisor, clipped).
struct update_plan {
  step_figures result;
  double scale = 0;
};

template <ComputingElement E>
class stepper {
 public:
  stepper(arena<E> numbers, double lr) : numbers_(std::move(numbers)), lr_(lr) {}

  /// One that is as far, for a copy of the model.
  stepper of_copy(arena<E> numbers) const {
    stepper other(*this);
    other.numbers_ = std::move(numbers);
    return other;
  }

  /// The plan of a step before its gradients are looked at. Throws WF739 for gradients of another version of
  /// the weights, WF722 unless the divisor is positive and finite, WF726 for a rate of zero. The plan says
  /// `skipped` for a loss in which no row counted and which is zero by policy.
  update_plan begin(loss_figures const& loss, std::uint64_t version);

  /// Completes the plan by what was found in the gradients. Throws in this order: loss finite (WF723), every
  /// gradient finite (WF724), pending statistics finite (WF727); by policy the plan says `skipped` instead.
  void finish(update_plan& plan, loss_figures const& loss, measurement const& found, place_writer place);

  /// After the update: the random draws of the batch become those of the model.
  void commit(gradient_entry<E>& entry) noexcept;

  /// The same of a step that a device has done.
  void count_step(std::uint64_t draws) noexcept {
    numbers_->draws += draws;
    ++steps_;
  }
  /// What a device has to know in order to decide by itself.
  backend::step_rule device_rule() const {
    return {schedule_.rule(), lr_, max_norm_, static_cast<double>(std::numeric_limits<E>::max()), 0, 1};
  }

  arena<E> const& numbers() const noexcept { return numbers_; }
  double lr() const { return schedule_.rate(lr_, steps_); }
  index_t steps() const noexcept { return steps_; }
  index_t skipped() const noexcept { return skipped_; }

  void set_schedule(schedule const& s);
  void set_clip(double max_norm);
  void set_policy(non_finite policy) noexcept { policy_ = policy; }

 private:
  void check_divisor(loss_figures const& loss) const;
  bool has_finite_loss(loss_figures const& loss) const;
  bool has_finite_gradient(backend::gradient_scan const& scan, place_writer place) const;
  bool has_finite_statistics(index_t bad) const;

  arena<E> numbers_;
  schedule schedule_;
  double lr_;
  double max_norm_ = 0;  // 0: no clipping
  non_finite policy_ = raise_error;
  index_t steps_ = 0;
  index_t skipped_ = 0;
};

extern template class stepper<float>;
extern template class stepper<double>;

}  // namespace wellformed::optim
