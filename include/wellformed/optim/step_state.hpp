// SPDX-License-Identifier: Apache-2.0
// What an optimiser knows about its steps: on the host, or in part on a GPU that is ahead of the host.
#pragma once

#include <wellformed/optim/stepper.hpp>

namespace wellformed::optim {

/// Steps that the host decides about.
template <ComputingElement E, class Set, class Device>
class step_state {
 public:
  step_state(arena<E> numbers, Set const& layer, double lr) : steps_(std::move(numbers), lr), layer_(layer) {}
  stepper<E>& steps() noexcept { return steps_; }
  stepper<E> const& steps() const noexcept { return steps_; }
  Set const& layer() const noexcept { return layer_; }
  void catch_up() const noexcept {}
  void changed() noexcept {}

 private:
  stepper<E> steps_;
  Set layer_;
};

}  // namespace wellformed::optim
