// SPDX-License-Identifier: Apache-2.0
// What backward() returns: for each model on the tape the gradient of the summed loss, the number to divide
// it by, and the pending side effects (running statistics, random draws) that an optimiser's step commits.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include <wellformed/backend/vector.hpp>
#include <wellformed/expr/arena.hpp>
#include <wellformed/expr/figures.hpp>

namespace wellformed {

/// A list of types without values.
template <class...>
struct type_list {};

template <class T, class... Ts>
inline constexpr bool is_one_of = (std::is_same_v<T, Ts> || ...);

template <class, class>
struct merge_impl;
template <class... A>
struct merge_impl<type_list<A...>, type_list<>> {
  using type = type_list<A...>;
};
template <class... A, class B, class... Rest>
struct merge_impl<type_list<A...>, type_list<B, Rest...>>
    : std::conditional_t<is_one_of<B, A...>, merge_impl<type_list<A...>, type_list<Rest...>>,
                         merge_impl<type_list<A..., B>, type_list<Rest...>>> {};
/// Both lists, each type once.
template <class L, class M>
using merge = typename merge_impl<L, M>::type;

/// The share of one arena in a backward pass.
template <ComputingElement E>
struct gradient_entry {
  arena<E> owner;
  slab gradient;  ///< of the summed loss, laid out like the parameters
  slab decay;     ///< buffers become decay * buffer + shift at commit; empty if the model has no buffers
  slab shift;
  draw_claim<E> draws;
  std::uint64_t version = 0;  ///< of the parameters that it belongs to

  E* values() const noexcept { return static_cast<E*>(gradient.data()); }
};

/// Runs after backward: applies `decay * old + shift` on top of what the entry already holds.
template <class Device, ComputingElement E>
void compose_statistics(gradient_entry<E>& entry, slab const& decay, slab const& shift) {
  if (!decay) return;
  if (!entry.decay) {
    entry.decay = decay;
    entry.shift = shift;
    return;
  }
  backend::compose_statistics(Device::of(decay), static_cast<E*>(entry.decay.data()),
                              static_cast<E*>(entry.shift.data()), static_cast<E const*>(decay.data()),
                              static_cast<E const*>(shift.data()), entry.owner->buffer_count);
}

/// Move-only; at most `Most` arenas. Sets are the parameter sets (model layers) that the tape met.
template <ComputingElement E, int Most, class Sets, class Device = host>
class [[nodiscard]] gradients {
 public:
  using element = E;
  using device = Device;
  using sets = Sets;

  gradients() = default;
  gradients(gradients const&) = delete;  ///< [WF720] a copy would be used twice; std::move it
  gradients& operator=(gradients const&) = delete;
  gradients(gradients&& other) noexcept { (void)(*this = std::move(other)); }
  gradients& operator=(gradients&& other) noexcept {
    entries_ = std::move(other.entries_);
    used_ = std::exchange(other.used_, 0);
    figures_ = other.figures_;
    exact_ = other.exact_;
    averaged_ = other.averaged_;
    factor_ = other.factor_;
    alive_ = std::exchange(other.alive_, false);
    return *this;
  }

  /// The entry of `owner`, made and zeroed at first use.
  gradient_entry<E>& entry(arena<E> const& owner) {
    for (int i = 0; i < used_; ++i) {
      if (at(i).owner.id() == owner.id()) return at(i);
    }
    auto& fresh = at(used_++);
    fresh.owner = owner;
    fresh.version = owner->version;
    auto const bytes = static_cast<std::size_t>(owner->parameter_count) * sizeof(E);
    auto const where = Device::of(owner->parameters);
    fresh.gradient = slab(bytes, where.memory());
    backend::zero(where, fresh.gradient.data(), bytes);
    return fresh;
  }

  /// The entry of arena `id`, or nullptr.
  gradient_entry<E>* find(std::uint64_t id) {
    for (int i = 0; i < used_; ++i) {
      if (at(i).owner.id() == id) return &at(i);
    }
    return nullptr;
  }

  /// `averaged`: the divisor counts rows and adds up; false for reduction::sum, whose divisor stays 1.
  /// `factor`: what the whole loss was multiplied by.
  void set_loss(wellformed::figures<Device> const& sums, bool exact, bool averaged, double factor = 1) {
    figures_ = sums;
    exact_ = exact;
    averaged_ = averaged;
    factor_ = factor;
    alive_ = true;
  }

  // A device is waited for.
  loss_figures const& figures() const { return figures_.get(); }
  double total() const { return figures().total; }      ///< summed loss
  double divisor() const { return figures().divisor; }  ///< its count; 1 for reduction::sum
  index_t rows() const { return figures().rows; }       ///< rows that counted
  wellformed::figures<Device> const& pending_figures() const noexcept { return figures_; }
  bool averaged() const noexcept { return averaged_; }
  bool alive() const noexcept { return alive_; }

  /// Throws WF701 if these gradients were moved from or already used by a step.
  void check_alive() const {
    if (alive_) return;
    (message(701) << "these gradients were used by a step or moved from; run backward() again").raise();
  }

  /// Accumulates another micro-batch: sums and counts add, so the result equals the big batch.
  /// Throws WF701 used gradients, WF705 losses that were added with different counts, WF706 another model,
  /// WF749 means that were multiplied by a number.
  gradients& operator+=(gradients&& other) {
    check_alive();
    other.check_alive();
    if (!exact_ || !other.exact_ || averaged_ != other.averaged_) {
      (message(705) << "accumulation of losses with different counts or reductions would weigh them wrongly; "
                       "call backward on each loss alone, and accumulate losses of one reduction")
          .raise();
    }
    check_unscaled();
    other.check_unscaled();
    for (int i = 0; i < other.used_; ++i) {
      if (find(other.at(i).owner.id()) == nullptr) {
        (message(706) << "accumulation of gradients of two different models; accumulate those of one")
            .raise();
      }
    }
    for (int i = 0; i < other.used_; ++i) {
      auto& from = other.at(i);
      auto& into = *find(from.owner.id());
      E const* const added = from.values();
      backend::add(Device::of(into.gradient), into.values(), added, into.owner->parameter_count);
      compose_statistics<Device>(into, from.decay, from.shift);
      into.draws.add(std::move(from.draws));
    }
    auto sums = figures();
    sums.total += other.figures().total;
    sums.rows += other.figures().rows;
    if (averaged_) sums.divisor += other.figures().divisor;
    figures_ = sums;
    other.alive_ = false;
    return *this;
  }

  /// How many models the tape met.
  int models() const noexcept { return used_; }

  /// Marks the gradients as used.
  void retire() noexcept { alive_ = false; }

 private:
  /// `loss / accumulation_steps`, the habit elsewhere, would divide twice here.
  void check_unscaled() const {
    if (!averaged_ || factor_ == 1 || factor_ == -1) return;
    (message(749) << "accumulation of a mean that was multiplied by " << factor_
                  << ": the step divides by the count of all rows already, so this would scale the gradient "
                     "twice; leave the factor away, or add the weighed losses before backward()")
        .raise();
  }
  gradient_entry<E>& at(int i) { return entries_[static_cast<std::size_t>(i)]; }

  std::array<gradient_entry<E>, static_cast<std::size_t>(Most)> entries_{};
  int used_ = 0;
  wellformed::figures<Device> figures_{};
  bool exact_ = true;
  bool averaged_ = true;
  double factor_ = 1;
  bool alive_ = false;
};

template <class T>
inline constexpr bool is_gradients = false;
template <class E, int Most, class Sets, class Device>
inline constexpr bool is_gradients<gradients<E, Most, Sets, Device>> = true;

/// Whether a set occurs in the sets of a gradients type.
template <class Set, class Sets>
inline constexpr bool has_set = false;
template <class Set, class... Sets>
inline constexpr bool has_set<Set, type_list<Sets...>> = is_one_of<Set, Sets...>;

}  // namespace wellformed
