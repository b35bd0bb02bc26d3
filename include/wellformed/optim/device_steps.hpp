// SPDX-License-Identifier: Apache-2.0
// Steps that a GPU decides about, as parts of recorded graphs. The host draws its own conclusions from what
// the launches leave behind, with the same rules and sentences, when somebody asks or when it comes by.
#pragma once

#include <exception>
#include <limits>

#include <wellformed/backend/device_step.hpp>
#include <wellformed/backend/reduce.hpp>
#include <wellformed/optim/step_state.hpp>
#include <wellformed/tensor/transfer.hpp>

namespace wellformed::optim {

/// How the outcome of a recorded step is read: what its loss was, and how many random streams it draws.
struct recorded_step {
  figures<cuda> sums{};
  std::uint64_t draws = 0;
};

template <ComputingElement E, class Set>
class device_steps {
 public:
  device_steps(arena<E> numbers, Set const& layer, double lr)
      : steps_(std::move(numbers), lr), layer_(layer), where_(cuda::of(steps_.numbers()->parameters)) {}
  device_steps(device_steps&&) noexcept = default;
  /// Waits for what is on its way, so that results that somebody holds are known.
  ~device_steps() {
    if (settled_ < launched_) {
      try {
        settle(true);
      } catch (...) {  // nobody is left to be told
      }
    }
    for (auto& each : waiting_) {
      if (each.result) each.result->owner = nullptr;
    }
  }

  stepper<E>& steps() noexcept { return steps_; }
  stepper<E> const& steps() const noexcept { return steps_; }
  Set const& layer() const noexcept { return layer_; }

  /// Launches of recorded steps so far.
  index_t launches() const noexcept { return launched_; }

  /// Where the random draws of committed steps are counted.
  std::uint64_t const* draws() {
    make_ledger();
    return &ledger()->draws;
  }

  /// Asks the GPU for the decision and the update, by `update(control)`. Part of a recording.
  template <class Update>
  recorded_step record(gradient_entry<E> const& entry, figures<cuda> const& sums, bool averaged,
                       Update const& update) {
    auto const count = entry.owner->buffer_count;
    auto* const held = ledger();
    auto rule = steps_.device_rule();
    rule.draws = entry.draws.count();
    rule.factor = sums.factor();
    backend::begin_step(where_, held, sums.sum(), sums.divisor_on_device(averaged));
    backend::scan_gradient(where_, static_cast<E const*>(entry.values()), entry.owner->parameter_count,
                           static_cast<double const*>(&held->divisor), &held->scan);
    if (entry.decay) {
      backend::first_non_finite(where_, static_cast<E const*>(entry.shift.data()), count, &held->bad_shift);
      backend::first_non_finite(where_, static_cast<E const*>(entry.decay.data()), count, &held->bad_decay);
    }
    backend::decide_step(where_, held, sums.sum(), rule, ring_.slots());
    update(&held->control);
    if (entry.decay) {
      backend::commit_statistics(where_, entry.owner.buffers(), static_cast<E const*>(entry.decay.data()),
                                 static_cast<E const*>(entry.shift.data()), &held->control, count);
    }
    return {sums, rule.draws};
  }

  /// Before a launch: the ledger says what the host knows, the ring has room. Throws what earlier steps met.
  void prepare() {
    settle(launched_ - settled_ >= backend::outcome_ring::size - 1);
    make_ledger();
    if (ledger_is_valid_) return;
    settle(true);
    backend::step_ledger fresh;
    fresh.steps = steps_.steps();
    fresh.launches = launched_;
    fresh.draws = steps_.numbers()->draws;
    backend::copy_in(where_, ledger_.data(), &fresh, sizeof(fresh));
    ledger_is_valid_ = true;
  }

  /// After a launch. The weights may be others from now on.
  step_result launched(recorded_step const& step) {
    auto result = counted<pending_step>::make();
    result->owner = this;
    result->settle = [](void* self, bool wait) { static_cast<device_steps*>(self)->settle(wait); };
    waiting_[slot(++launched_)] = {result, step};
    ++steps_.numbers()->version;
    return step_result(std::move(result));
  }

  /// Takes over the outcomes of launches that have ended; with `wait`, of all. Throws what a step met.
  void settle(bool wait) {
    std::exception_ptr met;
    for (;;) {
      if (wait && settled_ < launched_) {
        try {
          backend::copy_out(where_, nullptr, nullptr, 0);
        } catch (...) {
          met = std::current_exception();
        }
      }
      backend::step_outcome outcome;
      while (settled_ < launched_ && ring_.read(settled_ + 1, outcome)) {
        if (outcome.offence != 0 && !met) {
          if (wait) break;  // noted after the last wait: wait again
          return settle(true);
        }
        take(outcome);
      }
      if (met) std::rethrow_exception(met);
      if (!wait || settled_ == launched_) return;
    }
  }

  /// The host is about to decide by itself: the ledger will have to be written again.
  void leave_device() {
    settle(true);
    ledger_is_valid_ = false;
  }

 private:
  struct note {
    counted<pending_step> result;
    recorded_step step;
  };

  static std::size_t slot(index_t launch) {
    return static_cast<std::size_t>(launch % backend::outcome_ring::size);
  }
  backend::step_ledger* ledger() const { return static_cast<backend::step_ledger*>(ledger_.data()); }
  void make_ledger() {
    if (ledger_) return;
    ledger_ = slab(sizeof(backend::step_ledger), where_.memory());
    ring_ = backend::outcome_ring(where_);
  }

  /// Draws the conclusions that the GPU drew.
  void take(backend::step_outcome const& outcome) {
    auto told = std::exchange(waiting_[slot(++settled_)], {});
    told.result->owner = nullptr;
    told.result->figures.step = steps_.steps() + 1;
    told.result->figures.skipped = true;
    if (outcome.offence != 0) return;
    auto const loss = told.step.sums.of(outcome.sum);
    auto plan = steps_.begin(loss, steps_.numbers()->version);
    if (!plan.result.skipped) {
      measurement found{outcome.scan, outcome.bad_statistic};
      steps_.finish(plan, loss, found, place_writer_of(layer_));
    }
    told.result->figures = plan.result;
    if (!plan.result.skipped) steps_.count_step(told.step.draws);
  }

  stepper<E> steps_;
  Set layer_;
  cuda where_;
  slab ledger_;
  backend::outcome_ring ring_;
  std::array<note, static_cast<std::size_t>(backend::outcome_ring::size)> waiting_{};
  index_t launched_ = 0;
  index_t settled_ = 0;
  bool ledger_is_valid_ = false;
};

/// Steps on a GPU: shared with the results that wait for them.
template <ComputingElement E, class Set>
class step_state<E, Set, cuda> {
 public:
  step_state(arena<E> numbers, Set const& layer, double lr)
      : held_(counted<device_steps<E, Set>>::make(std::move(numbers), layer, lr)) {}
  step_state(step_state&&) noexcept = default;
  step_state& operator=(step_state&&) noexcept = default;

  /// Throw WF733 after the optimiser was moved from.
  device_steps<E, Set>& device() const {
    if (!held_) fail_moved_from("model or optimiser");
    return *held_;
  }
  stepper<E>& steps() const { return device().steps(); }
  Set const& layer() const { return device().layer(); }

  void catch_up() const { device().settle(true); }
  index_t settings() const noexcept { return settings_; }
  void changed() noexcept { ++settings_; }

 private:
  counted<device_steps<E, Set>> held_;
  index_t settings_ = 0;
};

}  // namespace wellformed::optim
