// SPDX-License-Identifier: Apache-2.0
// Tables from containers that a program has already.
#pragma once

#include <wellformed/data/table.hpp>

namespace wellformed::data {

/// The name of column `at` in errors.
struct column_name {
  char text[16];
  explicit column_name(std::size_t at);  // "column 0 (x)"
};

/// Rows of a column with the given numbers of values and fields; adds WF807 if the last row is not whole.
index_t row_count(index_t values, index_t fields, char const* where, findings& into);
/// Adds WF821 if two columns differ in their rows.
void check_same_rows(index_t rows, index_t first, char const* where, findings& into);

template <class Schema, class E, std::size_t... I, class... Raw>
table<Schema, E> table_of(std::index_sequence<I...>, Raw const&... raw) {
  findings found;
  index_t const rows[] = {
      row_count(static_cast<index_t>(std::size(raw)),
                column_traits<typename Schema::template column<static_cast<int>(I)>, E>::fields,
                column_name(I).text, found)...};
  (check_same_rows(rows[I], rows[0], column_name(I).text, found), ...);
  (check_column<typename Schema::template column<static_cast<int>(I)>, E>(raw, rows[I], column_name(I).text,
                                                                          found),
   ...);
  found.raise_if_any();
  return table<Schema, E>(typename table<Schema, E>::tensors{
      convert_column<typename Schema::template column<static_cast<int>(I)>, E>(raw, rows[0])...});
}

/// A table from containers in memory, one a column, each row after row.
/// Refuses: WF822 another number of containers than columns; WF810 a container that holds no numbers. Errors:
/// those of `refine`, and WF821 columns with different numbers of rows; all columns are reported at once.
/// Example: `from_memory<columns<features<2>, class_index<digit>>>(std::vector{0.5, 1.5}, std::vector{7})`.
template <class Schema, ComputingElement E = float, class... Raw>
result<table<Schema, E>> from_memory(Raw const&... raw) {
  if constexpr (sizeof...(Raw) != static_cast<std::size_t>(Schema::count)) {
    refuse::refused<refuse::wf822, refuse::got_extent<static_cast<index_t>(sizeof...(Raw))>,
                    refuse::required_extent<Schema::count>>::report();
    return refuse::stand_in<result<table<Schema, E>>>();
  } else if constexpr (!(NumberContainer<Raw> && ...)) {
    refuse::refused<refuse::wf810, refuse::got<Raw...>>::report();
    return refuse::stand_in<result<table<Schema, E>>>();
  } else {
    return caught<table<Schema, E>>(
        [&] { return table_of<Schema, E>(std::index_sequence_for<Raw...>{}, raw...); });
  }
}

}  // namespace wellformed::data
