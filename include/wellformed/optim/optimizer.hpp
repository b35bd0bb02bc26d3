// SPDX-License-Identifier: Apache-2.0
// An optimiser: an update formula with the numbers of one model. It shares the model's arena, so the model
// may move.
#pragma once

#include <wellformed/backend/update.hpp>
#include <wellformed/optim/device_steps.hpp>
#include <wellformed/optim/launches.hpp>
#include <wellformed/optim/measure.hpp>
#include <wellformed/refuse/mode.hpp>

namespace wellformed::optim {

/// Stands for the parameters of what is no model, and was refused.
struct refused_set {};

/// Whether an optimiser can be made of Net&&.
template <class Net>
constexpr auto model_verdict() {
  if constexpr (std::is_lvalue_reference_v<Net> && requires(Net net) {
                  net.numbers();
                  net.layer();
                }) {
    return refuse::accepted{};
  } else {
    return refuse::refused<refuse::wf742, refuse::got<std::remove_cvref_t<Net>>>{};
  }
}

namespace step_check {

/// Accepted: a temporary gradients object that reaches parameter set Set with elements E.
template <class E, class Set, class G>
constexpr auto verdict() {
  using given = std::remove_cvref_t<G>;
  if constexpr (!is_gradients<given>) {
    return refuse::refused<refuse::wf721, refuse::got<given>>{};
  } else if constexpr (std::is_lvalue_reference_v<G>) {
    return refuse::refused<refuse::wf720>{};
  } else if constexpr (std::is_same_v<typename given::sets, type_list<>> ||
                       std::is_same_v<Set, refused_set>) {
    return refuse::already_reported{};  // what a refused backward() gives
  } else if constexpr (!has_set<Set, typename given::sets> || !std::is_same_v<typename given::element, E>) {
    return refuse::refused<refuse::wf708>{};
  } else {
    return refuse::accepted{};
  }
}

/// The first of some verdicts that refuses, or the last one.
template <class First, class... Rest>
struct first_refusal : std::conditional_t<First::ok, first_refusal<Rest...>, std::type_identity<First>> {};
template <class Last>
struct first_refusal<Last> : std::type_identity<Last> {};

}  // namespace step_check

/// Whether an optimiser O takes the argument G&& of step().
template <class O, class G>
concept Steps = decltype(step_check::verdict<typename O::element, typename O::set, G&&>())::ok;

/// Computes: parameters from the mean gradient, by Rule. Rule has `state_slabs` (how many numbers it keeps
/// for each parameter) and `update(parameters, gradient, state, count, scale, lr, step)`, which writes and
/// cannot fail. Refuses: WF720 gradients that keep their name, WF721 no gradients, WF708 gradients of other
/// parameter sets. Throws before it writes: WF701 used gradients, WF706 another model, WF722 no divisor,
/// WF723, WF724, WF727 a number that is not finite. After a throw weights, statistics, random counters, state
/// and step count are as they were. Example: `auto opt = optim::adamw(net, {.lr = 1e-3});
/// opt.step(std::move(loss).backward());`
template <ComputingElement E, class Set, class Rule, class Device = host>
class optimizer {
 public:
  using element = E;
  using device = Device;
  using set = Set;
  using rule = Rule;

  /// `layer` is kept to name its parameters in errors.
  optimizer(arena<E> numbers, Set const& layer, Rule const& formula, double lr)
      : state_of_(std::move(numbers), layer, lr), rule_(formula) {
    auto const bytes = static_cast<std::size_t>(steps_of().numbers()->parameter_count) * sizeof(E);
    for (auto& each : state_) {
      each = slab(bytes, where().memory());
      backend::zero(where(), each.data(), bytes);
    }
  }
  optimizer(optimizer&&) noexcept = default;
  optimizer& operator=(optimizer&&) noexcept = default;
  optimizer(optimizer const&) = delete;  ///< [WF736] each would keep half of the history; std::move it
  optimizer& operator=(optimizer const&) = delete;

  template <class G>
  step_result step(G&& gradients) {
    using verdict = decltype(step_check::verdict<E, Set, G&&>());
    if constexpr (verdict::ok) {
      return step_with(static_cast<G&&>(gradients));
    } else {
      verdict::report();
      return {};
    }
  }

  // What PyTorch's users write. Refuse: WF745, WF743.
  template <class None = void>
  void step() {
    refuse::refused<refuse::wf745, refuse::got<None>>::report();
  }
  template <class None = void>
  void zero_grad() {
    refuse::refused<refuse::wf743, refuse::got<None>>::report();
  }

  /// Learning rate of the next step.
  double lr() const { return settled().lr(); }
  index_t steps() const { return settled().steps(); }      ///< that were done
  index_t skipped() const { return settled().skipped(); }  ///< that were skipped by policy

  optimizer& schedule(optim::schedule const& s) {
    state_of_.changed();
    steps_of().set_schedule(s);
    return *this;
  }
  /// Scales the mean gradient of all parameters so that its norm is at most `max_norm`.
  optimizer& clip_global_norm(double max_norm) {
    state_of_.changed();
    steps_of().set_clip(max_norm);
    return *this;
  }
  optimizer& on_non_finite(non_finite policy) {
    state_of_.changed();
    steps_of().set_policy(policy);
    return *this;
  }

  /// What the formula keeps for each parameter (momentum, moments), for tests and files.
  E const* state(int which) const {
    return static_cast<E const*>(state_[static_cast<std::size_t>(which)].data());
  }

  /// Throws WF701, WF706 unless these gradients reach the optimiser's model.
  template <class G>
  void check_owner(G& given) const {
    given.check_alive();
    if (given.find(steps_of().numbers().id()) == nullptr) {
      (message(706)
       << "step(): these gradients are of another model of the same type; pass those of a loss of the "
          "model that the optimiser was made with")
          .raise();
    }
  }
  /// Plans the optimiser's part of a step; writes no parameter. Throws WF722 to WF727.
  template <class G>
  update_plan plan(G& given) {
    auto const& entry = *given.find(steps_of().numbers().id());
    auto const& loss = given.figures();
    auto plan = steps_of().begin(loss, entry.version);
    if (!plan.result.skipped)
      steps_of().finish(plan, loss, measure(where(), entry, loss.divisor),
                        place_writer_of(state_of_.layer()));
    return plan;
  }
  /// What the next step would come to with gradients of a copy of the model, which lies on the host. Throws
  /// as plan().
  template <class G>
  step_figures judge(G& given, arena<E> const& copy) const {
    auto const& entry = *given.find(copy.id());
    auto const& loss = given.figures();
    auto steps = settled().of_copy(copy);
    auto plan = steps.begin(loss, entry.version);
    if (!plan.result.skipped) {
      steps.finish(plan, loss, measure(host{}, entry, loss.divisor), place_writer_of(state_of_.layer()));
    }
    return plan.result;
  }
  /// Does what was planned. On the host it cannot fail. Throws WF654 if a GPU refuses a launch: that of the
  /// update, and nothing has changed; that of the running statistics after it, and the step counts without
  /// them, as the error says.
  template <class G>
  void apply(G& given, update_plan const& plan) noexcept(std::is_same_v<Device, host>) {
    auto& entry = *given.find(steps_of().numbers().id());
    launches<Device> asked;
    asked.first([&] {
      rule_.update(where(), steps_of().numbers().parameters(), static_cast<E const*>(entry.values()),
                   state_pointers().data(), entry.owner->parameter_count, plan.scale, plan.result.lr,
                   plan.result.step);
    });
    if (entry.decay) {
      asked.then([&] {
        backend::commit_statistics(where(), entry.owner.buffers(), static_cast<E const*>(entry.decay.data()),
                                   static_cast<E const*>(entry.shift.data()), entry.owner->buffer_count);
      });
    }
    steps_of().commit(entry);
    asked.tell(plan.result.step);
  }

  // For train::step on a GPU, which records a step once and launches it again.

  /// How the settings changed so far: a recorded step is of one of them.
  index_t settings() const noexcept { return state_of_.settings(); }
  auto& steps_on_device() const { return state_of_.device(); }
  /// Records the optimiser's part of a step.
  template <class G>
  recorded_step record(G const& given, gradient_entry<E> const& entry) {
    auto const* const values = static_cast<E const*>(entry.values());
    auto const count = entry.owner->parameter_count;
    return steps_on_device().record(entry, given.pending_figures(), given.averaged(),
                                    [&](auto const* control) {
                                      rule_.update(where(), steps_of().numbers().parameters(), values,
                                                   state_pointers().data(), count, control);
                                    });
  }

 private:
  static constexpr auto slots = static_cast<std::size_t>(Rule::state_slabs);

  Device where() const { return Device::of(steps_of().numbers()->parameters); }

  std::array<E*, slots> state_pointers() noexcept {
    std::array<E*, slots> state{};
    for (std::size_t i = 0; i < slots; ++i) state[i] = static_cast<E*>(state_[i].data());
    return state;
  }

  template <class G>
  step_result step_with(G&& given) {
    check_owner(given);
    if constexpr (std::is_same_v<Device, cuda>) state_of_.device().leave_device();
    auto used = std::move(given);  // whatever happens now, they are used up
    auto const planned = plan(used);
    if (!planned.result.skipped) apply(used, planned);
    auto result = planned.result;
    result.others = used.models() - 1;
    return result;
  }

  stepper<E>& steps_of() { return state_of_.steps(); }
  stepper<E> const& steps_of() const { return state_of_.steps(); }
  /// What is known once a device has been waited for.
  stepper<E> const& settled() const {
    state_of_.catch_up();
    return state_of_.steps();
  }

  step_state<E, Set, Device> state_of_;
  Rule rule_;
  std::array<slab, slots> state_{};
};

/// The optimiser of `net` by a formula that a function named above has checked the numbers of.
template <class Formula, class Net>
auto optimizer_of(Net&& net, Formula const& formula) {
  if constexpr (model_verdict<Net>().ok) {
    using model = std::remove_cvref_t<Net>;
    using result =
        optimizer<typename model::element, typename model::layer_type, Formula, typename model::device>;
    return result(net.numbers(), net.layer(), formula, formula.options.lr);
  } else {
    return refuse::stand_in<optimizer<float, refused_set, Formula>>();
  }
}

/// A rate alone, as PyTorch takes it in the second place.
template <class T>
concept Rate = std::is_arithmetic_v<T>;

/// Steps several optimisers on the gradients of one loss, as for an encoder and a decoder that learn at their
/// own rates: all of them or, if one throws or skips, none. Refuses: as optimizer::step. Example:
/// `optim::step(std::move(loss).backward(), encoder_opt, decoder_opt);`
template <class G, class... Optimizers>
  requires(sizeof...(Optimizers) >= 2)
std::array<step_result, sizeof...(Optimizers)> step(G&& gradients, Optimizers&... each) {
  using verdict = typename step_check::first_refusal<
      decltype(step_check::verdict<typename Optimizers::element, typename Optimizers::set, G&&>())...>::type;
  if constexpr (verdict::ok) {
    (each.check_owner(gradients), ...);
    auto used = std::move(gradients);
    std::array<update_plan, sizeof...(Optimizers)> plans{each.plan(used)...};
    bool skipped = false;
    for (auto const& p : plans) skipped = skipped || p.result.skipped;
    std::size_t i = 0;
    if (!skipped) (each.apply(used, plans[i++]), ...);
    std::array<step_result, sizeof...(Optimizers)> results{};
    for (i = 0; i < results.size(); ++i) {
      auto done = plans[i].result;
      done.skipped = skipped;
      done.others = used.models() - static_cast<index_t>(sizeof...(Optimizers));
      results[i] = done;
    }
    return results;
  } else {
    verdict::report();
    return {};
  }
}

}  // namespace wellformed::optim
