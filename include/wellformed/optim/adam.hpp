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
  void update(Device where, E* parameters, E const* gradient, E* const* state, index_t count, double scale, double lr,
              index_t step) const {
    constexpr bool decoupled = std::is_same_v<Options, adamw_options>;
    backend::adam_rule const rule{lr,          options.betas[0],     options.betas[1],
                                        options.eps, options.weight_decay, decoupled};
    backend::adam(where, parameters, state[0], state[1], gradient, scale, rule, step, count);
  }
};

template <class Net, class Options>
auto make_adam(Net& net, Options const& options) {
  check(options);
  using formula = adam_formula<Options>;
  return optimizer<typename Net::element, typename Net::layer_type, formula, typename Net::device>(net.numbers(), net.layer(),
                                                                             {options}, options.lr);
}

/// Computes: g += weight_decay p; m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2;
/// p -= lr m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps). Throws WF725 for a number outside of its range.
/// Example: `auto opt = optim::adam(net, {.lr = 1e-3});`
template <class Net>
auto adam(Net& net, adam_options const& options = {}) {
  return make_adam(net, options);
}

/// Computes: p -= lr weight_decay p; then as adam without weight decay. Throws WF725 for a number outside of
/// its range. Example: `auto opt = optim::adamw(net, {.lr = 1e-3});`
template <class Net>
auto adamw(Net& net, adamw_options const& options = {}) {
  return make_adam(net, options);
}

}  // namespace wellformed::optim
