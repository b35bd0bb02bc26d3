// SPDX-License-Identifier: Apache-2.0
// Options of losses, as types: `cross_entropy(z, y, reduction::sum{}, label_smoothing{0.1})`, in any order.
#pragma once

#include <initializer_list>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/error.hpp>
#include <wellformed/core/slab.hpp>
#include <wellformed/loss/kinds.hpp>
#include <wellformed/types/axis.hpp>
#include <wellformed/types/reduction.hpp>

namespace wellformed {

/// Takes `value` off the labelled class and spreads it evenly over all. Throws WF182 outside of [0, 1).
struct label_smoothing {
  double value = 0;
  explicit label_smoothing(double amount) : value(amount) {
    if (is_finite(amount) && amount >= 0 && amount < 1) return;
    (message(182) << "label_smoothing{" << amount << "}: needs 0 <= value < 1; 0.1 is usual").raise();
  }
};

/// Where the Huber loss turns from a parabola into a line. Throws WF183 unless positive.
struct huber_delta {
  double value = 1;
  explicit huber_delta(double amount) : value(amount) {
    if (is_finite(amount) && amount > 0) return;
    (message(183) << "huber_delta{" << amount << "}: needs a positive number; 1 is usual").raise();
  }
};

/// What the mean is if every row of a batch has the ignored id.
namespace all_ignored {
struct fails {};    ///< throws WF184
struct is_zero {};  ///< zero, with zero gradients and count 0
}  // namespace all_ignored

/// Some non-negative numbers, one for each member of an axis.
class weight_list {
 public:
  weight_list(std::initializer_list<double> values, index_t expected, char const* what);
  double const* data() const noexcept { return static_cast<double const*>(values_.data()); }

 private:
  slab values_;
};

/// A weight for each class of S: `class_weights<digit>::of({1, 2, ...})`.
/// Throws WF180 for another count than class_count<S>, WF181 for a weight that is negative or not finite.
template <LabelSet S>
class class_weights {
 public:
  using set = S;
  static class_weights of(std::initializer_list<double> values) { return class_weights(values); }
  double const* data() const noexcept { return values_.data(); }

 private:
  explicit class_weights(std::initializer_list<double> values)
      : values_(values, class_count<S>, "class_weights") {}
  weight_list values_;
};

/// A weight of the positive answer for each column: `pos_weight<S>` for multi_hot<S>, `pos_weight<binary<S>>`
/// for its one column, `pos_weight<dim<N>>` for columns without names. Throws as class_weights does.
template <class Columns>
class pos_weight {
 public:
  using axis = typename axis_named<Columns>::type;
  static pos_weight of(std::initializer_list<double> values) { return pos_weight(values); }
  double const* data() const noexcept { return values_.data(); }

 private:
  explicit pos_weight(std::initializer_list<double> values) : values_(values, axis::max, "pos_weight") {}
  weight_list values_;
};

inline weight_list::weight_list(std::initializer_list<double> values, index_t expected, char const* what)
    : values_(values.size() * sizeof(double)) {
  auto const count = static_cast<index_t>(values.size());
  if (count != expected) {
    (message(180) << what << ": got " << count << " weights for " << expected
                  << " columns; give one for each")
        .raise();
  }
  auto* out = static_cast<double*>(values_.data());
  for (auto const v : values) {
    if (!is_finite(v) || v < 0) {
      (message(181) << what << ": weight " << (out - static_cast<double*>(values_.data())) << " is " << v
                    << "; weights are finite and not negative")
          .raise();
    }
    *out++ = v;
  }
}

namespace loss_option {

enum class slot { unknown, reduction, smoothing, weights, ignored, pos_weight, delta };

template <class Option>
inline constexpr slot slot_of = slot::unknown;
template <>
inline constexpr slot slot_of<reduction::none> = slot::reduction;
template <>
inline constexpr slot slot_of<reduction::sum> = slot::reduction;
template <>
inline constexpr slot slot_of<reduction::mean> = slot::reduction;
template <>
inline constexpr slot slot_of<label_smoothing> = slot::smoothing;
template <>
inline constexpr slot slot_of<huber_delta> = slot::delta;
template <>
inline constexpr slot slot_of<all_ignored::fails> = slot::ignored;
template <>
inline constexpr slot slot_of<all_ignored::is_zero> = slot::ignored;
template <class S>
inline constexpr slot slot_of<class_weights<S>> = slot::weights;
template <class C>
inline constexpr slot slot_of<pos_weight<C>> = slot::pos_weight;

/// Slots that a loss has, besides the reduction.
template <class Loss>
inline constexpr slot slots_of[3] = {};
template <>
inline constexpr slot slots_of<losses::cross_entropy>[3] = {slot::smoothing, slot::weights, slot::ignored};
template <>
inline constexpr slot slots_of<losses::nll_loss>[3] = {slot::weights, slot::ignored};
template <>
inline constexpr slot slots_of<losses::binary_cross_entropy_with_logits>[3] = {slot::pos_weight};
template <>
inline constexpr slot slots_of<losses::huber_loss>[3] = {slot::delta};

template <class Loss>
constexpr bool has(slot which) {
  if (which == slot::unknown) return false;
  if (which == slot::reduction) return true;
  for (auto const s : slots_of<Loss>) {
    if (s == which) return true;
  }
  return false;
}

/// How many of the options fill a slot.
template <class... Options>
constexpr int filled([[maybe_unused]] slot which) {
  return (0 + ... + (slot_of<Options> == which ? 1 : 0));
}

/// The option that fills a slot, or Default.
template <slot Which, class Default, class... Options>
struct filling_impl {
  using type = Default;
};
template <slot Which, class Default, class First, class... Rest>
struct filling_impl<Which, Default, First, Rest...>
    : std::conditional_t<slot_of<First> == Which, std::type_identity<First>,
                         filling_impl<Which, Default, Rest...>> {};
template <slot Which, class Default, class... Options>
using filling = typename filling_impl<Which, Default, Options...>::type;

/// Stands for an option that was not given.
struct absent {
  static constexpr double const* data() noexcept { return nullptr; }
};

template <class... Options>
using reduction_of = filling<slot::reduction, reduction::mean, Options...>;

/// The value of the option that fills a slot, or Default{}.
template <slot Which, class Default, class... Options>
auto value_of([[maybe_unused]] Options const&... options) {
  filling<Which, Default, Options...> const* found = nullptr;
  Default const otherwise{};
  [[maybe_unused]] auto const look = [&]<class O>(O const& option) {
    if constexpr (slot_of<O> == Which) found = &option;
  };
  (look(options), ...);
  if constexpr (filled<Options...>(Which) == 0) {
    return otherwise;
  } else {
    return *found;
  }
}

}  // namespace loss_option
}  // namespace wellformed
