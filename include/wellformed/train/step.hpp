// SPDX-License-Identifier: Apache-2.0
// The training step as one value: model, optimiser and loss. It is the unit that a device captures as one
// graph.
#pragma once

#include <wellformed/loss/loss.hpp>
#include <wellformed/optim/optimizer.hpp>
#include <wellformed/tensor/move_to.hpp>
#include <wellformed/train/recorded.hpp>

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

/// Where a model computes; what does not say so does it on the host.
template <class Net, class = void>
struct device_of {
  using type = host;
};
template <class Net>
struct device_of<Net, std::void_t<typename Net::device>> {
  using type = typename Net::device;
};

/// The type of a batch where the model is: the batch itself, unless it lies in the host's memory and the
/// model does not.
template <class Device, class Batch, class = void>
struct batch_on {
  using type = Batch;
  static constexpr bool moves = false;
};
template <class Batch>
struct batch_on<
    cuda, Batch,
    std::void_t<decltype(bring_to(std::declval<Batch const&>(), cuda{})),
                std::enable_if_t<std::is_same_v<
                    typename std::remove_cvref_t<decltype(std::declval<Batch&>().x)>::device, host>>>> {
  using type = decltype(bring_to(std::declval<Batch const&>(), cuda{}));
  static constexpr bool moves = true;
};

/// A step over one model and one optimiser. Net and Optimizer are references to those of the caller, which
/// must outlive the step and stay where they are, or values that the step owns.
template <class Net, class Optimizer, class Loss,
          class Device = typename device_of<std::remove_cvref_t<Net>>::type>
class [[nodiscard]] step_function {
 public:
  step_function(Net&& net, Optimizer&& optimizer, Loss loss)
      : net_(static_cast<Net&&>(net)),
        optimizer_(static_cast<Optimizer&&>(optimizer)),
        loss_(static_cast<Loss&&>(loss)) {}

  auto& net() noexcept { return net_; }
  auto& optimizer() noexcept { return optimizer_; }

  /// With false every step is computed piece by piece: for a loss function that is not the same every time.
  step_function& record(bool on) noexcept {
    recording_ = on;
    return *this;
  }

  /// Computes the step on the host, with the numbers that the model has now, and changes nothing: returns the
  /// figures, or throws what a model on the host would throw. For a step of a GPU whose error says too
  /// little.
  template <class Batch>
  optim::step_figures replay_on_host(Batch const& b) {
    auto const settled = optimizer_.steps();  // of a GPU: known once it has been waited for
    static_cast<void>(settled);
    auto copy = copied_to_host(net_);
    auto&& here = batch_on_host(b);
    auto gradients = loss_(copy, here).backward();
    return optimizer_.judge(gradients, copy.numbers());
  }

  /// Forward, backward and update on one batch. For a model on a GPU the batch of a loader goes there; the
  /// first batch of a size is computed step by step, the second is recorded, and from then on one launch does
  /// all of it, with what the loss function asked of the GPU when it was recorded.
  template <class Batch>
  optim::step_result operator()(Batch&& b) {
    using there = typename batch_on<Device, std::remove_reference_t<Batch>>::type;
    if constexpr (std::is_invocable_v<Loss&, std::remove_reference_t<Net>&, there&>) {
      using result = std::invoke_result_t<Loss&, std::remove_reference_t<Net>&, there&>;
      using verdict = decltype(check<std::remove_cvref_t<result>>());
      if constexpr (verdict::ok) {
        return run(b);
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
  template <class Batch>
  optim::step_result run(Batch& b) {
    if constexpr (records<Batch>()) {
      if (auto* const ready = recorded_for(b)) {
        ready->graph.launch();
        return optimizer_.steps_on_device().launched(ready->step);
      }
    }
    auto&& there = brought(b);
    auto result = optimizer_.step(loss_(net_, there).backward());
    if constexpr (records<Batch>()) {
      using moved = std::remove_cvref_t<decltype(there)>;
      if (recording_ && recorded_.template find<moved>(b.x.size()) == nullptr) {
        recorded_.add(moved(uninitialised_like(there)), b.x.size());
      }
    }
    return result;
  }

  /// The recorded step of such a batch, with its elements in place, or null.
  template <class Batch>
  auto recorded_for(Batch& b) {
    using moved = std::remove_cv_t<typename batch_on<Device, Batch>::type>;
    auto* const entry = recording_ ? recorded_.template find<moved>(b.x.size()) : nullptr;
    if (entry == nullptr || entry->cannot) return static_cast<recorded_batch<moved>*>(nullptr);
    optimizer_.steps_on_device().prepare();
    bool const fits = refill_columns(entry->batch, b);
    if (fits && entry->settings != optimizer_.settings()) record_step(net_, optimizer_, loss_, *entry);
    return fits && entry->graph ? entry : nullptr;
  }

  /// Batches of columns, for a model on a GPU.
  template <class Batch>
  static constexpr bool records() {
    return std::is_same_v<Device, cuda> && requires { std::remove_cvref_t<Batch>::columns; };
  }

  static auto copied_to_host(std::remove_cvref_t<Net> const& net) {
    if constexpr (std::is_same_v<Device, host>) {
      return net.clone();
    } else {
      return carried_to(net, host{});
    }
  }
  template <class Batch>
  static decltype(auto) batch_on_host(Batch const& b) {
    if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(b.x)>::device, host>) {
      return (b);
    } else {
      return bring_to(b, host{});
    }
  }

  /// The batch, or a copy of it where the model is.
  template <class Batch>
  decltype(auto) brought(Batch& b) {
    if constexpr (batch_on<Device, Batch>::moves) {
      return bring_to(b, net_.where());
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
  recorded_list recorded_{};
  bool recording_ = true;
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
