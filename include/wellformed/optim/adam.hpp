// SPDX-License-Identifier: Apache-2.0
// Adam, and AdamW, which takes the weight decay from the weights instead of adding it to the gradient.
#pragma once

#include <wellformed/backend/update.hpp>
#include <wellformed/optim/optimizer.hpp>
#include <wellformed/optim/options.hpp>

namespace wellformed::optim {

/// Formula of torch.optim.Adam and AdamW. State: first and second moment.
template <class Options>
struct adam_formula {
  static constexpr int state_slabs = 2;
  Options options;

  template <class Device, class E>
  void update(Device where, E* parameters, E const* gradient, E* const* state, index_t count, double scale,
              double lr, index_t step) const {
    backend::adam(where, parameters, state[0], state[1], gradient, scale, rule(lr), step, count);
  }
  /// The same with what a GPU has decided.
  template <class E>
  void update(cuda where, E* parameters, E const* gradient, E* const* state, index_t count,
              backend::step_control const* control) const {
    backend::adam(where, parameters, state[0], state[1], gradient, control, rule(0), count);
  }

 private:
  backend::adam_rule rule(double lr) const {
    constexpr bool decoupled = std::is_same_v<Options, adamw_options>;
    return {lr, options.betas[0], options.betas[1], options.eps, options.weight_decay, decoupled};
  }
};

/// Computes: g += weight_decay p; m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2;
/// p -= lr m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps). Refuses: WF742 what is no named model. Throws WF725
/// for a number outside of its range. Example: `auto opt = optim::adam(net, {.lr = 1e-3});`
template <class Net>
auto adam(Net&& net, adam_options const& options = {}) {
  using verdict = decltype(model_verdict<Net>());
  if constexpr (!verdict::ok) verdict::report();
  check(options);
  return optimizer_of<adam_formula<adam_options>>(static_cast<Net&&>(net), {options});
}
template <class Net>
auto adam(Net&& net, Rate auto lr) {
  return adam(static_cast<Net&&>(net), adam_options{.lr = static_cast<double>(lr)});
}

/// Computes: p -= lr weight_decay p; then as adam without weight decay. Refuses: as adam. Throws WF725 for a
/// number outside of its range. Example: `auto opt = optim::adamw(net, {.lr = 1e-3});`
template <class Net>
auto adamw(Net&& net, adamw_options const& options = {}) {
  using verdict = decltype(model_verdict<Net>());
  if constexpr (!verdict::ok) verdict::report();
  check(options);
  return optimizer_of<adam_formula<adamw_options>>(static_cast<Net&&>(net), {options});
}
template <class Net>
auto adamw(Net&& net, Rate auto lr) {
  return adamw(static_cast<Net&&>(net), adamw_options{.lr = static_cast<double>(lr)});
}

}  // namespace wellformed::optim
