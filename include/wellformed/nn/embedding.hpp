// SPDX-License-Identifier: Apache-2.0
// Embedding: a row of numbers for each id of a vocabulary.
#pragma once

#include <wellformed/backend/gather.hpp>
#include <wellformed/nn/linear_rule.hpp>

namespace wellformed::nn {

/// Throws WF801 naming the first id outside of the vocabulary: ids may have been assumed, not refined.
void check_ids(host, std::int64_t const* ids, index_t count, index_t words);
void check_ids(host, std::int32_t const* ids, index_t count, index_t words);
void check_ids(host, std::uint8_t const* ids, index_t count, index_t words);

/// On a GPU the look-up itself reports such an id.
template <class Index>
void check_ids(cuda, Index const*, index_t, index_t) {}

/// Computes: row id of the table. Shapes: (...) of ids -> (..., D). Gradient: the table.
/// Refuses: WF214 ids of another vocabulary, or what are no ids.
template <LabelSet V, Axis D, class E>
struct embedding_layer : stateless {
  static constexpr char const* name = "embedding";
  static constexpr bool reads_ids = true;
  static constexpr index_t words = class_count<V>, width = D::max;
  static constexpr index_t parameters = words * width;
  using output_axis = D;

  /// The same layer in a model that computes with Other.
  template <class Other>
  using for_element = embedding_layer<V, D, Other>;

  static constexpr auto parameter_table() {
    using enum parameter_info::start;
    return std::array<parameter_info, 1>{{{"weight", words * width, normal, 1, 2, {words, width}}}};
  }
  template <class X>
  using output = typed<E, real, axis_list::join<typename X::axes_type, axes<D>>>;
  template <class X>
  using saved = raw;

  template <class Mode, class X>
  static constexpr auto verdict() {
    if constexpr (std::is_same_v<typename X::meaning, token_id<V>>) {
      return refuse::accepted{};
    } else {
      return refuse::refused<refuse::wf214, refuse::got<typename X::meaning>,
                             refuse::required<token_id<V>>>{};
    }
  }
  template <class X, class Device>
  raw eval(pass<E, Device> const& p, raw const& ids) const {
    check_ids(p.where, data<typename X::element>(ids), ids.size(), words);
    raw y = ids;
    y.extents[y.rank++] = width;
    y.elements = slab(static_cast<std::size_t>(y.size()) * sizeof(E), ids.elements.memory());
    auto const* at = data<typename X::element>(ids);
    constexpr auto bytes = width * static_cast<index_t>(sizeof(E));
    if constexpr (std::is_same_v<Device, host>) {
      backend::gather(p.where, data<E>(y), p.parameters, at, 1, words, ids.size(), bytes);
    } else {
      backend::gather(p.where, data<E>(y), p.parameters, at, 1, words, ids.size(), bytes,
                      backend::index_use::embedding);
    }
    return y;
  }
  template <class X, class Device>
  raw train(pass<E, Device> const& p, raw const& ids, raw& keep) const {
    keep = ids;
    return eval<X>(p, ids);
  }
  template <class X, class Device>
  raw backward(pass_back<E, Device> const& p, raw& kept, raw const& gradient, bool) const {
    backend::gather_backward(p.where, p.gradient, data<E>(gradient),
                             data<typename X::element>(static_cast<raw const&>(kept)), 1, words, kept.size(),
                             width);
    return {};
  }
};

/// `embedding<vocabulary, 32>()`. It stands first in a model, and the model reads ids.
template <LabelSet V, index_t D>
constexpr auto embedding() {
  using verdict = decltype(linear_check::verdict<V, dim<D>>());
  if constexpr (verdict::ok) {
    return embedding_layer<V, dim<D>, float>{};
  } else {
    verdict::report();
    return refused_layer{};
  }
}

/// Refuses: WF342 sizes that are no constants.
template <std::integral Size, class... More>
constexpr auto embedding(Size, More...) {
  refuse::refused<refuse::wf342, refuse::got<Size>>::report();
  return refused_layer{};
}

}  // namespace wellformed::nn
