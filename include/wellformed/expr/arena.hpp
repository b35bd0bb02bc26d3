// SPDX-License-Identifier: Apache-2.0
// Where a model keeps its numbers: all parameters in one flat buffer, running statistics in another, and the
// random counter. Model, tape and optimiser share it, so the model may move.
#pragma once

#include <utility>

#include <wellformed/core/counted.hpp>
#include <wellformed/core/error.hpp>
#include <wellformed/core/number.hpp>
#include <wellformed/core/philox.hpp>

namespace wellformed {

/// A number that no other arena of the process has; never 0.
std::uint64_t next_arena_id();

template <ComputingElement E>
struct arena_state {
  std::uint64_t id = next_arena_id();
  index_t parameter_count = 0;
  index_t buffer_count = 0;
  slab parameters;
  slab buffers;
  bool initialised = false;
  std::uint64_t seed = 0;
  std::uint64_t version = 0;  ///< counts changes of the parameters, by steps and initialisations
  std::uint64_t draws = 0;    ///< random draws of committed steps
  /// While a step of a device is recorded: where `draws` will lie when it runs.
  std::uint64_t const* draws_on_device = nullptr;
  std::uint64_t in_flight = 0;  ///< draws of tapes and gradients that no step has committed yet
};

/// Counted handle on the numbers of one model.
template <ComputingElement E>
class arena {
 public:
  arena() = default;
  /// In the memory of the host, or of a device.
  arena(index_t parameters, index_t buffers, device_memory* where = nullptr)
      : state_(counted<arena_state<E>>::make()) {
    state_->parameter_count = parameters;
    state_->buffer_count = buffers;
    state_->parameters = slab(static_cast<std::size_t>(parameters) * sizeof(E), where);
    state_->buffers = slab(static_cast<std::size_t>(buffers) * sizeof(E), where);
  }

  /// Throws WF733 after the model or optimiser that held it was moved from.
  arena_state<E>* operator->() const {
    if (!state_) fail_moved_from("model or optimiser");
    return state_.operator->();
  }
  arena_state<E>& operator*() const { return *operator->(); }
  std::uint64_t id() const { return operator->()->id; }
  E* parameters() const { return static_cast<E*>(operator->()->parameters.data()); }
  E* buffers() const { return static_cast<E*>(operator->()->buffers.data()); }
  explicit operator bool() const noexcept { return static_cast<bool>(state_); }

  /// Throws WF711 if nobody has given the parameters values.
  void check_initialised() const {
    if (operator->()->initialised) return;
    (message(711) << "the model has no parameter values yet; call nn::initialise(net, seed{n}) first")
        .raise();
  }
  /// Throws WF746: where only the layers of a model are taken, its values would be lost.
  void check_without_values() const {
    if (!operator->()->initialised) return;
    (message(746)
     << "this model has parameter values, and only its layers would be taken; put layers together "
        "first and then initialise, or keep a trained body by "
        "nn::replace_head<S>(std::move(net), seed{n})")
        .raise();
  }

 private:
  counted<arena_state<E>> state_;
};

/// Random draws that a training pass took from an arena. They count once a step commits them; a tape or
/// gradients that are dropped give them back, so a refused batch leaves the counter as it was.
template <ComputingElement E>
class draw_claim {
 public:
  draw_claim() = default;
  draw_claim(arena<E> owner, std::uint64_t count) : owner_(std::move(owner)), count_(count) {
    owner_->in_flight += count_;
  }
  draw_claim(draw_claim const&) = delete;
  draw_claim& operator=(draw_claim const&) = delete;
  draw_claim(draw_claim&& other) noexcept
      : owner_(std::move(other.owner_)), count_(std::exchange(other.count_, 0)) {}
  draw_claim& operator=(draw_claim&& other) noexcept {
    if (this == &other) return *this;
    give_back();
    owner_ = std::move(other.owner_);
    count_ = std::exchange(other.count_, 0);
    return *this;
  }
  ~draw_claim() { give_back(); }

  /// Takes over the draws of another claim on the same arena.
  void add(draw_claim&& other) noexcept {
    if (!owner_) owner_ = other.owner_;
    count_ += std::exchange(other.count_, 0);
  }
  std::uint64_t count() const noexcept { return count_; }
  void commit() noexcept {
    if (owner_) owner_->draws += count_;
    give_back();
  }

 private:
  void give_back() noexcept {
    if (owner_ && count_ != 0) owner_->in_flight -= count_;
    count_ = 0;
  }
  arena<E> owner_;
  std::uint64_t count_ = 0;
};

}  // namespace wellformed
