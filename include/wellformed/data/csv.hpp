// SPDX-License-Identifier: Apache-2.0
// Reading tables from CSV files. Numbers are read locale-free; nothing is loaded in part.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <wellformed/data/table.hpp>

namespace wellformed::data {

/// One group of fields of the schema, for the reader: plain numbers, or names to be looked up.
struct field_group {
  index_t fields;
  char const* const* names;  ///< of the classes, `name_count` of them, or null
  index_t name_count;
  bool by_name;  ///< the field is one of the names, not a number
};

/// The numbers of each group, row after row, and the line that each row came from.
struct csv_numbers {
  std::vector<std::vector<double>> groups;
  std::vector<index_t> lines;
};

/// `detect`: the first line is a header if all its fields under columns of numbers are text and all its
/// fields under columns of names are no names; marks of missing values (NA, nan, null, an empty field) are no
/// header. A first line with some of both is an error, and so is one that counts 0, 1, 2, 3, ..., unless the
/// options say which it is.
enum class header_row { detect, present, absent };

struct csv_options {
  char separator = ',';
  header_row header = header_row::detect;
  std::size_t memory_budget = std::size_t{4} << 30;  ///< bytes of a file, and of its numbers
  std::size_t line_budget = std::size_t{1} << 24;    ///< bytes of a line, with the line ends inside of quotes
};

/// Parses text after RFC 4180, and takes LF for CRLF, blanks around numbers, and a UTF-8 byte order mark.
/// Throws WF834 (more numbers than the budget holds), WF835 (header or not?), WF838 (no text in UTF-8), WF846
/// (a quote where none may stand), WF847 (a line beyond its budget); adds WF831 (fields per line), WF832 (a
/// field that is no number), WF853 (a number that no double holds), WF833 (unknown name), WF814 (a header
/// that names the classes of a group in another order). Lines with an offence give no row. Empty lines are
/// skipped where a row has several fields.
csv_numbers parse_csv_numbers(char const* name, std::string_view text, std::vector<field_group> const& groups,
                              csv_options const& options, findings& into);
/// The same from a file. Throws, besides, WF830 (cannot be read), WF834 (larger than the budget).
csv_numbers read_csv_numbers(char const* path, std::vector<field_group> const& groups,
                             csv_options const& options, findings& into);

/// Throws WF814 if a list of class names, as a file states it, is not that of the label set.
void check_class_order(char const* const* names, std::vector<std::string> const& found, char const* where);

/// The class names of a file (`classes.txt`, a folder listing, a header) against S: same names, same order.
template <NamedLabelSet S>
result<bool> same_classes(std::vector<std::string> const& found, char const* where) {
  return caught<bool>([&] {
    check_count(static_cast<index_t>(found.size()), class_count<S>, where);
    check_class_order(names_of<S>(), found, where);
    return true;
  });
}

template <class Column, class E>
field_group group_of() {
  using traits = column_traits<Column, E>;
  if constexpr (requires { requires NamedLabelSet<typename traits::meaning::set>; }) {
    using S = typename traits::meaning::set;
    return {traits::fields, names_of<S>(), class_count<S>, traits::by_name};
  } else {
    return {traits::fields, nullptr, 0, false};
  }
}

template <class Schema, class E, std::size_t... I>
table<Schema, E> read_table(std::index_sequence<I...>, char const* path, csv_options const& options) {
  findings found;
  auto const raw = read_csv_numbers(
      path, {group_of<typename Schema::template column<static_cast<int>(I)>, E>()...}, options, found);
  auto const rows = static_cast<index_t>(raw.lines.size());
  index_t column = 1;
  auto check = [&]<class Column>(std::type_identity<Column>, std::size_t at) {
    check_column<Column, E>(raw.groups[at], rows, path, found, raw.lines.data(), column);
    column += column_traits<Column, E>::fields;
  };
  (check(std::type_identity<typename Schema::template column<static_cast<int>(I)>>{}, I), ...);
  found.raise_if_any();
  return table<Schema, E>(typename table<Schema, E>::tensors{
      convert_column<typename Schema::template column<static_cast<int>(I)>, E>(raw.groups[I], rows)...});
}

/// A table from a CSV file whose columns are those of the schema, in order; or an error with line and column
/// that lists all offenders of all columns. Example: examples/digits.cpp.
template <class Schema, ComputingElement E = float>
result<table<Schema, E>> read_csv(std::string const& path, csv_options const& options = {}) {
  return caught<table<Schema, E>>([&] {
    return read_table<Schema, E>(std::make_index_sequence<static_cast<std::size_t>(Schema::count)>{},
                                 path.c_str(), options);
  });
}

}  // namespace wellformed::data
