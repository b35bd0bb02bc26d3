// SPDX-License-Identifier: Apache-2.0
// Reading tables from CSV files. Numbers are read locale-free; nothing is loaded in part.
#pragma once

#include <string>
#include <vector>

#include <wellformed/data/table.hpp>

namespace wellformed::data {

/// One group of fields of the schema, for the reader: plain numbers, or names to be looked up.
struct field_group {
  index_t fields;
  char const* const* names;  ///< null: numbers
  index_t name_count;
};

/// The numbers of each group, row after row, and the line that each row came from.
struct csv_numbers {
  std::vector<std::vector<double>> groups;
  std::vector<index_t> lines;
};

struct csv_options {
  char separator = ',';
  std::size_t memory_budget = std::size_t{4} << 30;  ///< bytes of a file that may be read
};

/// Reads a file. A first line that has a field which is no number (in a column of numbers) is a header.
/// Throws WF830 (cannot be read), WF831 (fields per line), WF832 (a field that is no number), WF833 (unknown name).
csv_numbers read_csv_numbers(char const* path, std::vector<field_group> const& groups, csv_options const& options);

/// Checks with line and column in the place of row and column.
void check_csv_values(requirement const& rule, std::vector<double> const& values, index_t fields, index_t first_column,
                      std::vector<index_t> const& lines, char const* path);

template <class Column, class E>
field_group group_of() {
  using traits = column_traits<Column, E>;
  if constexpr (traits::by_name) {
    using S = typename traits::meaning::set;
    return {traits::fields, S::names, S::size};
  } else {
    return {traits::fields, nullptr, 0};
  }
}

/// A table from a CSV file whose columns are those of the schema, in order; or an error with line and column that
/// lists all offenders. Example: examples/digits.cpp.
template <class Schema, ComputingElement E = float>
result<table<Schema, E>> read_csv(std::string const& path, csv_options const& options = {}) {
  return caught<table<Schema, E>>([&] {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto const raw = read_csv_numbers(
          path.c_str(), {group_of<typename Schema::template column<static_cast<int>(I)>, E>()...}, options);
      index_t column = 1;
      auto check = [&]<class Column>(std::type_identity<Column>, std::size_t at) {
        using traits = column_traits<Column, E>;
        check_csv_values(traits::rule(), raw.groups[at], traits::fields, column, raw.lines, path.c_str());
        column += traits::fields;
      };
      (check(std::type_identity<typename Schema::template column<static_cast<int>(I)>>{}, I), ...);
      return table<Schema, E>(typename table<Schema, E>::tensors{
          refine_column<typename Schema::template column<static_cast<int>(I)>, E>(raw.groups[I], path.c_str())...});
    }(std::make_index_sequence<static_cast<std::size_t>(Schema::count)>{});
  });
}

}  // namespace wellformed::data
