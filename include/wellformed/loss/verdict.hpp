// SPDX-License-Identifier: Apache-2.0
// Whether a loss takes its arguments, in a fixed order: domain and kind (the table), label set, axes, batch,
// element type, device, options. The first broken rule is the verdict.
#pragma once

#include <wellformed/loss/fit.hpp>
#include <wellformed/loss/loss.hpp>
#include <wellformed/loss/option.hpp>
#include <wellformed/loss/table.hpp>
#include <wellformed/op/cast.hpp>
#include <wellformed/refuse/device.hpp>
#include <wellformed/refuse/element.hpp>
#include <wellformed/tensor/padded.hpp>

namespace wellformed::loss_check {

/// Losses of a difference learn from both sides.
template <class Loss>
inline constexpr bool symmetric =
    std::is_same_v<Loss, losses::mse_loss> || std::is_same_v<Loss, losses::l1_loss> ||
    std::is_same_v<Loss, losses::huber_loss>;

/// Element types: the prediction computes; ids are integers; numbers have the prediction's type; yes and no
/// may be stored in anything.
template <class P, class T>
constexpr auto elements() {
  using p = typename P::element;
  using t = typename T::element;
  constexpr auto kind = kind_of<typename T::meaning>;
  if constexpr (!ComputingElement<p>) {
    return refused<refuse::wf502, got<p>>{};
  } else if constexpr (kind == label_kind::class_index && !IndexElement<t>) {
    return refused<refuse::wf516, got<t>>{};
  } else if constexpr (kind == label_kind::class_index &&
                       !op_check::holds<t>(op_check::ids_of<typename T::meaning>)) {
    return refused<refuse::wf519, got<t>, refuse::label<typename T::meaning>>{};
  } else if constexpr (kind == label_kind::class_index || std::is_same_v<p, t>) {
    return refuse::accepted{};
  } else if constexpr (StorageElement<t>) {
    return refused<refuse::wf502, got<t>>{};
  } else if constexpr (ComputingElement<t> || (kind != label_kind::binary && kind != label_kind::multi_hot &&
                                               kind != label_kind::one_hot)) {
    return refused<refuse::wf501, got<t>, required<p>>{};
  } else {
    return refuse::accepted{};
  }
}

template <class P, class T>
constexpr auto devices() {
  if constexpr (std::is_same_v<typename P::device, typename T::device>) {
    return refuse::accepted{};
  } else {
    return refused<refuse::wf602, got<typename T::device>, required<typename P::device>>{};
  }
}

/// Weights must belong to what they weigh.
template <class P, class T, class Option>
constexpr auto weights_fit() {
  if constexpr (loss_option::slot_of<Option> == loss_option::slot::weights) {
    using set = typename fit<P, T>::set;
    if constexpr (!std::is_same_v<typename Option::set, set>) {
      return refused<refuse::wf243, got<typename Option::set>, required<set>>{};
    } else {
      return refuse::accepted{};
    }
  } else if constexpr (loss_option::slot_of<Option> == loss_option::slot::pos_weight) {
    using columns = typename fit<P, T>::columns;
    if constexpr (!std::is_same_v<typename Option::axis, columns>) {
      return refused<refuse::wf245, got<typename Option::axis>, required<columns>>{};
    } else {
      return refuse::accepted{};
    }
  } else {
    return refuse::accepted{};
  }
}

/// The first of some verdicts that refuses, or the last one.
template <class First, class... Rest>
struct first_refusal : std::conditional_t<First::ok, first_refusal<Rest...>, std::type_identity<First>> {};
template <class Last>
struct first_refusal<Last> : std::type_identity<Last> {};

template <class Loss, class P, class T, class... Options>
constexpr auto options() {
  using loss_option::slot;
  constexpr bool twice = ((loss_option::filled<Options...>(loss_option::slot_of<Options>) > 1) || ...);
  constexpr bool policy = loss_option::filled<Options...>(slot::ignored) != 0;
  constexpr bool ignores = has_ignore<typename T::meaning>;
  constexpr bool mean = std::is_same_v<loss_option::reduction_of<Options...>, reduction::mean>;
  if constexpr (!(loss_option::has<Loss>(loss_option::slot_of<Options>) && ...)) {
    using stranger = typename first_refusal<
        std::conditional_t<loss_option::has<Loss>(loss_option::slot_of<Options>), refuse::accepted,
                           refused<refuse::wf190, got<Options>, at_loss<Loss>>>...>::type;
    return stranger{};
  } else if constexpr (twice) {
    return refused<refuse::wf191, got<Options...>>{};
  } else if constexpr (!(decltype(weights_fit<P, T, Options>())::ok && ...)) {
    return typename first_refusal<decltype(weights_fit<P, T, Options>())...>::type{};
  } else if constexpr (policy && !ignores) {
    return refused<refuse::wf193, label<typename T::meaning>>{};
  } else if constexpr (ignores && mean && !policy) {
    return refused<refuse::wf192, label<typename T::meaning>>{};
  } else {
    return refuse::accepted{};
  }
}

/// What the tensors of prediction and target decide.
template <class Loss, class P, class T, class... Options>
constexpr auto tensors() {
  if constexpr (!LossAccepts<Loss, typename P::meaning, typename T::meaning>) {
    using rule = loss_table::rule_of<Loss, typename P::meaning, typename T::meaning>;
    return refused<rule, prediction<typename P::meaning>, label<typename T::meaning>>{};
  } else if constexpr (!decltype(axes_fit<P, T>())::ok) {
    return axes_fit<P, T>();
  } else if constexpr (!decltype(elements<P, T>())::ok) {
    return elements<P, T>();
  } else if constexpr (!decltype(devices<P, T>())::ok) {
    return devices<P, T>();
  } else {
    return options<Loss, P, T, Options...>();
  }
}

/// Losses whose kernels read which rows count.
template <class Loss>
inline constexpr bool counts_rows =
    std::is_same_v<Loss, losses::cross_entropy> || std::is_same_v<Loss, losses::nll_loss>;

/// The verdict on a call.
template <class Loss, class P, class T, class... Options>
constexpr auto verdict() {
  if constexpr (!Value<P> || !Value<T>) {
    return refused<refuse::wf100, got<std::conditional_t<Value<P>, T, P>>>{};
  } else if constexpr (!consumable<P, T>) {
    return not_consumable<P, T>();
  } else {
    using own = decltype(tensors<Loss, tensor_of<P>, tensor_of<T>, Options...>());
    if constexpr (own::ok && has_padding<typename tensor_of<P>::axes_type> &&
                  !is_padded<std::remove_cvref_t<T>>) {
      return refused<refuse::wf427, label<typename tensor_of<T>::meaning>>{};
    } else if constexpr (own::ok && is_padded<std::remove_cvref_t<T>> && !counts_rows<Loss> &&
                         !std::is_same_v<typename tensor_of<P>::device, host>) {
      return refused<refuse::wf608, label<typename tensor_of<T>::meaning>>{};
    } else if constexpr (own::ok && tracks<T> && !symmetric<Loss>) {
      return refused<refuse::wf716>{};
    } else {
      return own{};
    }
  }
}

}  // namespace wellformed::loss_check
