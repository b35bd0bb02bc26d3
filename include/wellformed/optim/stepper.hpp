// SPDX-License-Identifier: Apache-2.0
// The part of an optimiser that does not depend on model or formula: it decides, before anything is written,
// whether a step may happen and with which numbers, and commits what came along. Compiled in
// src/optim/stepper.cpp.
#pragma once

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
  step_result result;
  double scale = 0;
};

template <ComputingElement E>
class stepper {
 public:
  stepper(arena<E> numbers, double lr) : numbers_(std::move(numbers)), lr_(lr) {}

  /// Checks in this order: divisor positive and finite (WF722), loss finite (WF723), every gradient finite
  /// (WF724), pending statistics finite (WF727). Writes nothing; throws, or returns a plan that says
  /// `skipped`, as it also does for a loss in which no row counted and which is zero by policy.
  /// `measure` runs where the gradients lie.
  update_plan plan(gradient_entry<E> const& entry, loss_figures const& loss, place_writer place,
                   measurement (*measure)(gradient_entry<E> const&, double divisor));

  /// After the update: the random draws of the batch become those of the model.
  void commit(gradient_entry<E>& entry) noexcept;

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
