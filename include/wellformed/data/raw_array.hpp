// SPDX-License-Identifier: Apache-2.0
// Arrays of numbers as a file holds them, and the table that they become: one array a column, rows along the
// first axis.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <wellformed/data/table.hpp>

namespace wellformed::data {

struct array_options {
  std::size_t memory_budget = std::size_t{4} << 30;  ///< bytes of a file, and of its content unpacked
};

/// Exact numbers: one of three containers is in use.
struct raw_array {
  enum class holds { bytes, whole, real };
  std::string name;  ///< of the file, and of the array inside of it
  std::vector<index_t> extents;
  holds kind = holds::bytes;
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> whole;
  std::vector<double> real;

  template <class Action>
  decltype(auto) visit(Action action) const {
    if (kind == holds::bytes) return action(bytes);
    if (kind == holds::whole) return action(whole);
    return action(real);
  }
};

/// Adds WF837 if a row of the array has not as many numbers as column `at` has fields, WF821 if it has not as
/// many rows as the first array.
void check_shape(raw_array const& raw, raw_array const& first, index_t fields, std::size_t at,
                 findings& into);

template <class Schema, class E, std::size_t... I>
table<Schema, E> table_from(std::index_sequence<I...>, std::vector<raw_array> const& raw) {
  findings found;
  (check_shape(raw[I], raw[0],
               column_traits<typename Schema::template column<static_cast<int>(I)>, E>::fields, I, found),
   ...);
  found.raise_if_any();
  auto const rows = raw[0].extents[0];
  auto const check = [&]<class Column>(std::type_identity<Column>, raw_array const& from) {
    from.visit(
        [&](auto const& numbers) { check_column<Column, E>(numbers, rows, from.name.c_str(), found); });
  };
  (check(std::type_identity<typename Schema::template column<static_cast<int>(I)>>{}, raw[I]), ...);
  found.raise_if_any();
  auto const convert = [&]<class Column>(std::type_identity<Column>, raw_array const& from) {
    return from.visit([&](auto const& numbers) { return convert_column<Column, E>(numbers, rows); });
  };
  return table<Schema, E>(typename table<Schema, E>::tensors{
      convert(std::type_identity<typename Schema::template column<static_cast<int>(I)>>{}, raw[I])...});
}

template <class Schema, std::size_t N>
constexpr auto verdict_of_arrays() {
  if constexpr (N == static_cast<std::size_t>(Schema::count))
    return refuse::accepted{};
  else
    return refuse::refused<refuse::wf822, refuse::got_extent<static_cast<index_t>(N)>,
                           refuse::required_extent<Schema::count>>{};
}

/// A table of the arrays that `read(i)` gives, one for each column.
template <class Schema, class E, std::size_t N, class Read>
result<table<Schema, E>> read_arrays(Read read) {
  return caught<table<Schema, E>>([&] {
    std::vector<raw_array> all;
    for (std::size_t i = 0; i < N; ++i) all.push_back(read(i));
    return table_from<Schema, E>(std::make_index_sequence<N>{}, all);
  });
}

}  // namespace wellformed::data
