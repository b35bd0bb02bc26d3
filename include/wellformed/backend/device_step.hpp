// SPDX-License-Identifier: Apache-2.0
// A step that a GPU decides about by itself, so that it can be recorded once and launched again: what the
// host would look at lies in a ledger in the GPU's memory, and what came of it in a ring that the host reads
// later.
#pragma once

#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/backend/rate.hpp>
#include <wellformed/backend/scan.hpp>
#include <wellformed/backend/update.hpp>

namespace wellformed::backend {

/// What does not change from step to step.
struct step_rule {
  rate_rule schedule;
  double lr = 0;
  double max_norm = 0;      ///< 0: no clipping
  double greatest = 0;      ///< number of the element type
  std::uint64_t draws = 0;  ///< random streams of a step
  double factor = 1;        ///< what the loss was multiplied by
};

/// What one launch came to. The host draws its conclusions from it with the rules of the eager step.
struct step_outcome {
  index_t launch = 0;  ///< number of the launch, from 1; written last
  loss_sum sum;
  gradient_scan scan;
  index_t bad_statistic = -1;
  int offence = 0;  ///< 1: a kernel noted one
  int went = 0;     ///< 1: the step was done
};

/// In the memory of a GPU: beside the numbers of an optimiser.
struct step_ledger {
  index_t steps = 0;     ///< that were done
  index_t launches = 0;  ///< that ended
  std::uint64_t draws = 0;
  double divisor = 1;
  gradient_scan scan;
  index_t bad_shift = -1, bad_decay = -1;
  step_control control;
};

/// Where launches leave their outcomes: pinned memory of the host.
class outcome_ring {
 public:
  static constexpr index_t size = 64;
  outcome_ring() noexcept = default;
  explicit outcome_ring(cuda where);
  outcome_ring(outcome_ring&& other) noexcept : slots_(other.slots_) { other.slots_ = nullptr; }
  outcome_ring& operator=(outcome_ring&& other) noexcept {
    auto* const held = slots_;
    slots_ = other.slots_;
    other.slots_ = held;
    return *this;
  }
  ~outcome_ring();

  step_outcome* slots() const noexcept { return slots_; }
  /// True, with the outcome, if that launch has ended.
  bool read(index_t launch, step_outcome& outcome) const noexcept;
  explicit operator bool() const noexcept { return slots_ != nullptr; }

 private:
  step_outcome* slots_ = nullptr;
};

/// ledger.divisor: the one given, or the weight of the sum if that is negative.
void begin_step(cuda where, step_ledger* ledger, loss_sum const* sum, double divisor);

/// Decides as optim::stepper does: writes ledger.control, counts, and tells the ring.
void decide_step(cuda where, step_ledger* ledger, loss_sum const* sum, step_rule rule, step_outcome* ring);

}  // namespace wellformed::backend
