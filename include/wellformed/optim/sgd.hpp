// SPDX-License-Identifier: Apache-2.0
// Stochastic gradient descent with momentum.
#pragma once

#include <wellformed/backend/update.hpp>
#include <wellformed/optim/optimizer.hpp>
#include <wellformed/optim/options.hpp>

namespace wellformed::optim {

/// Formula of torch.optim.SGD. State: the velocity.
struct sgd_formula {
  static constexpr int state_slabs = 1;
  sgd_options options;

  template <class Device, class E>
  void update(Device where, E* parameters, E const* gradient, E* const* state, index_t count, double scale,
              double lr, index_t step) const {
    backend::sgd(where, parameters, velocity(state), gradient, scale, rule(lr), step, count);
  }
  /// The same with what a GPU has decided.
  template <class E>
  void update(cuda where, E* parameters, E const* gradient, E* const* state, index_t count,
              backend::step_control const* control) const {
    backend::sgd(where, parameters, velocity(state), gradient, control, rule(0), count);
  }

 private:
  template <class E>
  E* velocity(E* const* state) const {
    return options.momentum == 0 ? nullptr : state[0];
  }
  backend::sgd_rule rule(double lr) const {
    return {lr, options.momentum, options.weight_decay, options.nesterov};
  }
};

/// Computes: g += weight_decay p; v = momentum v + g (v = g at the first step); p -= lr v, or with Nesterov
/// p -= lr (g + momentum v). Refuses: WF742 what is no named model. Throws WF725 for a number outside of its
/// range. Example: `auto opt = optim::sgd(net, {.lr = 0.1, .momentum = 0.9});`
template <class Net>
auto sgd(Net&& net, sgd_options const& options) {
  using verdict = decltype(model_verdict<Net>());
  if constexpr (!verdict::ok) verdict::report();
  check(options);
  return optimizer_of<sgd_formula>(static_cast<Net&&>(net), {options});
}
template <class Net>
auto sgd(Net&& net, Rate auto lr) {
  return sgd(static_cast<Net&&>(net), sgd_options{.lr = static_cast<double>(lr)});
}
/// Refuses: WF748 no rate.
template <class Net>
auto sgd(Net&& net) {
  refuse::refused<refuse::wf748, refuse::got<std::remove_cvref_t<Net>>>::report();
  return sgd(static_cast<Net&&>(net), sgd_options{.lr = 1});
}

}  // namespace wellformed::optim
