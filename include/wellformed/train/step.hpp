// SPDX-License-Identifier: Apache-2.0
// The training step as one value: model, optimiser and loss. It is the unit that a device captures as one
// graph.
#pragma once

#include <wellformed/loss/loss.hpp>
#include <wellformed/optim/optimizer.hpp>
#include <wellformed/tensor/move_to.hpp>

namespace wellformed::train {

/// What a refusal prints of a type: of a tracked value its tensor, without the whole tape.
struct its_tape;
template <class T>
struct told_of {
  using type = T;
};
template <class T, class Node>
struct told_of<tracked_value<T, Node>> {
  using type = tracked_value<T, its_tape>;
};
template <class T>
using told = typename told_of<T>::type;

/// A step over one model and one optimiser. Net and Optimizer are references to those of the caller, which
/// must outlive the step and stay where they are, or values that the step owns.
template <class Net, class Optimizer, class Loss>
class [[nodiscard]] step_function {
 public:
  step_function(Net&& net, Optimizer&& optimizer, Loss loss)
      : net_(static_cast<Net&&>(net)),
        optimizer_(static_cast<Optimizer&&>(optimizer)),
        loss_(static_cast<Loss&&>(loss)) {}

  auto& net() noexcept { return net_; }
  auto& optimizer() noexcept { return optimizer_; }

  /// Forward, backward and update on one batch. Batches of a loader go to the model's GPU first.
  template <class Batch>
  optim::step_result operator()(Batch&& b) {
    auto&& there = brought(b);
    if constexpr (requires { loss_(net_, there); }) {
      using verdict = decltype(check<std::remove_cvref_t<decltype(loss_(net_, there))>>());
      if constexpr (verdict::ok) {
        return optimizer_.step(loss_(net_, there).backward());
      } else {
        verdict::report();
        return {};
      }
    } else {
      refuse::refused<refuse::wf741>::report();
      return {};
    }
  }

 private:
  /// A batch in the host's memory for a model that is not.
  template <class Device, class Batch>
  static constexpr bool lies_elsewhere = !std::is_same_v<Device, host> && requires(Batch const& b) {
    requires std::is_same_v<typename std::remove_cvref_t<decltype(b.x)>::device, host>;
    move_to<Device>(b, Device{});
  };

  /// The batch, or a copy of it where the model is.
  template <class Batch>
  decltype(auto) brought(Batch& b) {
    if constexpr (requires { requires lies_elsewhere<typename std::remove_cvref_t<Net>::device, Batch>; }) {
      return move_to<typename std::remove_cvref_t<Net>::device>(b, net_.where());
    } else {
      return (b);
    }
  }

  /// What the function returned.
  template <class Result>
  static constexpr auto check() {
    if constexpr (came_of_refusal<Result>) {
      return refuse::already_reported{};
    } else if constexpr (!is_loss<Result>) {
      return refuse::refused<refuse::wf728, refuse::got<told<Result>>>{};
    } else if constexpr (!Result::tracked) {
      return refuse::refused<refuse::wf707, refuse::got<Result>>{};
    } else {
      return refuse::accepted{};
    }
  }

  Net net_;
  Optimizer optimizer_;
  Loss loss_;
};

/// Makes the step of `net` and `optimizer` by the loss that `loss(net, batch)` returns. Named ones are
/// referred to; std::move them, as in a function that returns the step, and the step owns them: step.net() is
/// the model. Refuses: WF741 a function that takes the model by value, WF728 one that returns no loss, WF707
/// a loss that was not computed with net.train. Example: `auto step = train::step(net, opt, [](auto& n,
/// auto& b) { return cross_entropy(n.train(b.x), b.y); });`
template <class Net, class Optimizer, class Loss>
auto step(Net&& net, Optimizer&& optimizer, Loss loss) {
  return step_function<Net, Optimizer, Loss>(static_cast<Net&&>(net), static_cast<Optimizer&&>(optimizer),
                                             static_cast<Loss&&>(loss));
}

}  // namespace wellformed::train
