// SPDX-License-Identifier: Apache-2.0
// refine: the one gate from raw numbers to a tensor whose type is the proof. And the loud way around it for
// ids.
#pragma once

#include <array>

#include <wellformed/data/requirement.hpp>
#include <wellformed/refuse/data.hpp>

namespace wellformed {

/// Extent of the axis that indices point into, where its type leaves it open.
struct within {
  index_t extent;
};

namespace data {

template <class Raw>
concept NumberContainer = requires(Raw const& raw) {
  std::data(raw);
  std::size(raw);
  requires std::is_arithmetic_v<std::remove_cvref_t<decltype(*std::data(raw))>>;
  requires sizeof(*std::data(raw)) <= 8;
};

/// Throws WF807 if the number of values is not what the extents say.
void check_count(index_t got, index_t wanted, char const* where);

template <class M>
inline constexpr bool is_unbounded_index = false;
template <class A>
inline constexpr bool is_unbounded_index<index_into<A>> = A::max == unbounded;

template <class T, class Raw, bool Within>
constexpr auto verdict_of_refine() {
  using E = typename T::element;
  using M = typename T::meaning;
  if constexpr (!NumberContainer<Raw>) {
    return refuse::refused<refuse::wf810, refuse::got<Raw>>{};
  } else if constexpr (is_unbounded_index<M>) {
    if constexpr (Within)
      return refuse::accepted{};
    else
      return refuse::refused<refuse::wf813, refuse::label<M>>{};
  } else if constexpr (is_categorical<M>) {
    if constexpr (holds_ids<E>(requirement_of<M>()))
      return refuse::accepted{};
    else
      return refuse::refused<refuse::wf811, refuse::got<E>, refuse::label<M>>{};
  } else {
    return refuse::accepted{};
  }
}

template <Tensor T, class Raw>
T convert(Raw const* raw, typename T::extents_type const& extents) {
  auto out = T::uninitialised(extents);
  auto* to = out.unchecked_data();
  using E = typename T::element;
  for (index_t i = 0; i < out.size(); ++i) {
    if constexpr (StorageElement<E>)
      to[i] = E(static_cast<float>(raw[i]));
    else
      to[i] = static_cast<E>(raw[i]);
  }
  return out;
}

template <class Raw>
raw_values raw_of(Raw const& raw) {
  using R = std::remove_cvref_t<decltype(*std::data(raw))>;
  return {raw_type<R>(), std::data(raw), static_cast<index_t>(std::size(raw))};
}

template <Tensor T, class Raw>
result<T> refine_under(requirement const& rule, Raw const& raw, typename T::extents_type const& extents,
                       char const* where) {
  return caught<T>([&] {
    check_extents(typename T::axes_type{}, extents);
    auto const values = raw_of(raw);
    check_count(values.count, product(extents), where);
    findings found;
    check_values(stored_in<typename T::element>(rule), {values, extents.data(), T::rank, row_axis<T>, where},
                 found);
    found.raise_if_any();
    return convert<T>(std::data(raw), extents);
  });
}

}  // namespace data

/// Checks every value of `raw` against T's meaning and gives the tensor, or an error that lists all
/// offenders. Shapes: `raw` is contiguous, as many values as the extents say. Nothing is clamped, rounded to
/// an id, or dropped. Refuses: WF810 no numbers; WF811 ids that the element type cannot hold; WF813
/// index_into without a bound. Example: `refine<tensor<std::int64_t, class_index<digit>, axes<batch<rows,
/// 3>>>>(std::vector{0, 9, 4}, {3})`.
template <Tensor T, class Raw>
result<T> refine(Raw const& raw, typename T::extents_type const& extents, char const* where = "tensor") {
  using verdict = decltype(data::verdict_of_refine<T, Raw, false>());
  if constexpr (verdict::ok) {
    return data::refine_under<T>(data::requirement_of<typename T::meaning>(), raw, extents, where);
  } else {
    verdict::report();
    return refuse::stand_in<result<T>>();
  }
}
template <Tensor T, class Raw>
  requires(T::axes_type::is_static)
result<T> refine(Raw const& raw, char const* where = "tensor") {
  using verdict = decltype(data::verdict_of_refine<T, Raw, false>());
  if constexpr (verdict::ok) {
    return refine<T>(raw, static_extents(typename T::axes_type{}), where);
  } else {
    verdict::report();
    return refuse::stand_in<result<T>>();
  }
}

/// Indices into a run-time axis: below the extent that it has now.
template <Tensor T, class Raw>
result<T> refine(Raw const& raw, typename T::extents_type const& extents, within target,
                 char const* where = "tensor") {
  using verdict = decltype(data::verdict_of_refine<T, Raw, true>());
  if constexpr (verdict::ok) {
    auto rule = data::requirement_of<typename T::meaning>();
    auto const last = static_cast<double>(target.extent - 1);
    rule.high = last < rule.high ? last : rule.high;
    return data::refine_under<T>(rule, raw, extents, where);
  } else {
    verdict::report();
    return refuse::stand_in<result<T>>();
  }
}

/// Takes ids without looking at them. Losses and metrics still name a row whose id is out of range.
template <Tensor T, class Raw>
T assume_in_range(Raw const& raw, typename T::extents_type const& extents) {
  check_extents(typename T::axes_type{}, extents);
  data::check_count(static_cast<index_t>(std::size(raw)), product(extents), "assume_in_range");
  return data::convert<T>(std::data(raw), extents);
}

}  // namespace wellformed
