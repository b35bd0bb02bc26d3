// SPDX-License-Identifier: Apache-2.0
// Cutting a table in two: every row is in exactly one part.
#pragma once

#include <wellformed/core/expected.hpp>
#include <wellformed/core/philox.hpp>
#include <wellformed/data/table.hpp>

namespace wellformed::data {

/// Two tables of disjoint rows.
template <class Table>
struct parts {
  Table train;
  Table test;
};

/// A permutation of 0 ... order.size() - 1 from a Philox stream (Fisher-Yates).
void shuffle_rows(std::vector<index_t>& order, philox_stream numbers);

/// Row numbers of the two parts. Throws WF823 on a fraction outside (0, 1) or an empty part.
parts<std::vector<index_t>> split_rows(index_t rows, double fraction, seed s);

/// The same within each class. Throws WF827 on a class with one row only.
parts<std::vector<index_t>> split_rows_by_class(index_t const* ids, index_t rows, double fraction, seed s);

/// Shuffles the rows and cuts: `fraction` of them for training, the rest for testing.
template <class Schema, class E, index_t Length>
parts<table<Schema, E>> split(table<Schema, E, Length> const& all, double fraction, seed s) {
  auto const rows = split_rows(all.rows(), fraction, s);
  return {subset(all, rows.train), subset(all, rows.test)};
}

/// Refuses: WF817 a table that nobody has taken out of its result.
template <class Schema, class E, index_t Length, class... Rest>
parts<table<Schema, E>> split(result<table<Schema, E, Length>> const&, Rest...) {
  refuse::refused<refuse::wf817, refuse::got<result<Schema>>>::report();
  return refuse::stand_in<parts<table<Schema, E>>>();
}

/// As split, with the same fraction of each class of the second column: rare classes are in both parts.
/// Refuses: WF836 a second column that is no class_index.
template <class Schema, class E, index_t Length>
parts<table<Schema, E>> stratified_split(table<Schema, E, Length> const& all, double fraction, seed s) {
  using y = std::tuple_element_t<(Schema::count > 1 ? 1 : 0), typename table<Schema, E, Length>::tensors>;
  if constexpr (kind_of<typename y::meaning> == label_kind::class_index) {
    auto const rows = split_rows_by_class(all.template column<1>().data(), all.rows(), fraction, s);
    return {subset(all, rows.train), subset(all, rows.test)};
  } else {
    refuse::refused<refuse::wf836, refuse::got<typename y::meaning>>::report();
    return refuse::stand_in<parts<table<Schema, E>>>();
  }
}
template <class Schema, class E, index_t Length, class... Rest>
parts<table<Schema, E>> stratified_split(result<table<Schema, E, Length>> const& all, Rest... rest) {
  return split(all, rest...);
}

}  // namespace wellformed::data
