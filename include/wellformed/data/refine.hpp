// SPDX-License-Identifier: Apache-2.0
// refine: the one gate from raw numbers to a tensor whose type is the proof. And the few loud ways around it.
#pragma once

#include <iterator>

#include <wellformed/core/expected.hpp>
#include <wellformed/data/requirement.hpp>

namespace wellformed {

namespace data {

/// Runs an action that may throw an error; gives its value, or the error.
template <class T, class Action>
result<T> caught(Action action) {
  try {
    return action();
  } catch (wellformed::error const& why) {
    return why;
  }
}

/// Throws WF807 if the number of values is not what the extents say.
void check_count(index_t got, index_t wanted, char const* where);

template <Tensor T, class Raw>
T convert(Raw const* raw, typename T::extents_type const& extents) {
  auto out = T::uninitialised(extents);
  auto* to = out.mutable_data();
  using E = typename T::element;
  for (index_t i = 0; i < out.size(); ++i) {
    if constexpr (StorageElement<E>) to[i] = E(static_cast<float>(raw[i]));
    else to[i] = static_cast<E>(raw[i]);
  }
  return out;
}

}  // namespace data

/// Checks every value of `raw` against T's meaning and gives the tensor, or an error that lists all offenders.
/// Shapes: `raw` is contiguous, as many values as the extents say. Refuses nothing silently: nothing is clamped.
/// Example: `refine<tensor<std::int64_t, class_index<digit>, axes<batch<rows, 3>>>>(std::vector{0, 9, 4}, {3})`.
template <Tensor T, class Raw>
result<T> refine(Raw const& raw, typename T::extents_type const& extents, char const* where = "tensor") {
  return data::caught<T>([&] {
    auto const* values = std::data(raw);
    using R = std::remove_cv_t<std::remove_pointer_t<decltype(values)>>;
    static_assert(std::is_arithmetic_v<R>, "[WF810] refine: raw values are numbers; pass a container of them");
    check_extents(typename T::axes_type{}, extents);
    auto const count = static_cast<index_t>(std::size(raw));
    data::check_count(count, product(extents), where);
    data::check_values(data::requirement_of<typename T::meaning>(), {data::raw_type<R>(), values, count},
                       data::layout_of<T>(extents), where);
    return data::convert<T>(values, extents);
  });
}
template <Tensor T, class Raw>
  requires(T::axes_type::is_static)
result<T> refine(Raw const& raw, char const* where = "tensor") {
  return refine<T>(raw, static_extents(typename T::axes_type{}), where);
}

/// Takes any values for logits. Loud, to be found by grep: what the type then says is your word.
template <Tensor T>
auto assume_logits(T const& x) {
  return x.template as<logits>();
}
template <Tensor T>
auto assume_simplex(T const& x) {
  return x.template as<simplex>();
}
/// Takes ids without looking at them. Losses and metrics still name a row whose id is out of range.
template <Tensor T, class Raw>
T assume_in_range(Raw const& raw, typename T::extents_type const& extents) {
  check_extents(typename T::axes_type{}, extents);
  data::check_count(static_cast<index_t>(std::size(raw)), product(extents), "assume_in_range");
  return data::convert<T>(std::data(raw), extents);
}

}  // namespace wellformed
