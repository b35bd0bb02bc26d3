// SPDX-License-Identifier: Apache-2.0
// Steps of a GPU that were recorded, one for each kind and size of batch. Each has a batch of its own, into
// which the elements of every batch of that size are copied before its graph is launched.
#pragma once

#include <wellformed/backend/graph.hpp>
#include <wellformed/optim/optimizer.hpp>
#include <wellformed/tensor/move_to.hpp>

namespace wellformed::train {

/// Copies the elements of a tensor into another of the same extents. False if these differ.
template <class T, class From>
bool refill(T to, From const& from) {
  if (to.extents() != from.extents()) return false;
  auto const bytes = static_cast<std::size_t>(to.size()) * sizeof(typename T::element);
  if constexpr (std::is_same_v<typename From::device, host>) {
    backend::copy_in(to.where(), to.unchecked_data(), from.address(), bytes);
  } else {
    backend::copy(to.where(), to.unchecked_data(), from.address(), bytes);
  }
  return true;
}
template <class Y, class From>
bool refill(padded<Y> const& to, padded<From> const& from) {
  return refill(to.labels, from.labels) && refill(to.mask, from.mask);
}

/// The same for all columns of a batch.
template <class Moved, class Batch>
bool refill_columns(Moved const& to, Batch const& from) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return (refill(to.template column<I>(), from.template column<I>()) && ...);
  }(std::make_integer_sequence<int, std::remove_cvref_t<Batch>::columns>{});
}

/// What a step keeps of the batches of one kind and size.
struct recorded_base {
  recorded_base* next = nullptr;
  void const* kind = nullptr;
  index_t size = 0;
  void (*destroy)(recorded_base*) = nullptr;
};
template <class Moved>
struct recorded_batch : recorded_base {
  Moved batch;
  backend::graph graph{};
  optim::recorded_step step{};
  index_t settings = -1;  ///< of the optimiser when it was recorded
  bool cannot = false;    ///< recording was tried in vain

  explicit recorded_batch(Moved own) : batch(std::move(own)) {}
};

template <class Moved>
inline constexpr char kind_of_batch = 0;

/// Owns them.
class recorded_list {
 public:
  recorded_list() = default;
  recorded_list(recorded_list&& other) noexcept : first_(std::exchange(other.first_, nullptr)) {}
  recorded_list& operator=(recorded_list&& other) noexcept {
    std::swap(first_, other.first_);
    return *this;
  }
  ~recorded_list() {
    while (first_ != nullptr) {
      auto* const next = first_->next;
      first_->destroy(first_);
      first_ = next;
    }
  }

  /// The entry of this kind and size, or null.
  template <class Moved>
  recorded_batch<Moved>* find(index_t size) const {
    for (auto* each = first_; each != nullptr; each = each->next) {
      if (each->kind == &kind_of_batch<Moved> && each->size == size)
        return static_cast<recorded_batch<Moved>*>(each);
    }
    return nullptr;
  }
  template <class Moved>
  void add(Moved own, index_t size) {
    auto* const made = new recorded_batch<Moved>(std::move(own));
    made->next = first_;
    made->kind = &kind_of_batch<Moved>;
    made->size = size;
    made->destroy = [](recorded_base* each) { delete static_cast<recorded_batch<Moved>*>(each); };
    first_ = made;
  }

 private:
  recorded_base* first_ = nullptr;
};

/// Takes the notes of one step: everything between the batch and the optimiser's update.
template <class Net, class Optimizer, class Loss, class Moved>
void record_step(Net& net, Optimizer& optimizer, Loss& loss, recorded_batch<Moved>& entry) {
  struct argument {
    Net& net;
    Optimizer& optimizer;
    Loss& loss;
    recorded_batch<Moved>& entry;
  } all{net, optimizer, loss, entry};
  struct restore {
    arena_state<typename Net::element>& numbers;
    ~restore() { numbers.draws_on_device = nullptr; }
  } const reset{*net.numbers()};
  net.numbers()->draws_on_device = optimizer.steps_on_device().draws();
  entry.graph = {};
  entry.graph = backend::record(
      net.where(),
      [](void* given) {
        auto& a = *static_cast<argument*>(given);
        auto gradients = a.loss(a.net, a.entry.batch).backward();
        if (gradients.models() != 1) return;  // the graph is dropped below
        a.entry.step = a.optimizer.record(gradients, *gradients.find(a.net.numbers().id()));
      },
      &all);
  entry.settings = optimizer.settings();
  if (!entry.graph || entry.step.sums.sum() == nullptr) {
    entry.graph = {};
    entry.cannot = true;
  }
}

}  // namespace wellformed::train
