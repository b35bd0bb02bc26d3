// SPDX-License-Identifier: Apache-2.0
// An in-memory data set: one tensor a column, all over the same rows. Refined when it is made.
#pragma once

#include <cstring>
#include <tuple>
#include <vector>

#include <wellformed/core/philox.hpp>
#include <wellformed/data/columns.hpp>
#include <wellformed/data/refine.hpp>

namespace wellformed::data {

template <class Schema, class E>
struct stored;
template <class... Columns, class E>
struct stored<columns<Columns...>, E> {
  using type = std::tuple<column_tensor<Columns, E, all_rows>...>;
};

/// Length: the number of rows if the type knows it, else unbounded.
template <class Schema, ComputingElement E = float, index_t Length = unbounded>
class table {
 public:
  using schema = Schema;
  using element = E;
  using tensors = typename stored<Schema, E>::type;
  static constexpr index_t length = Length;

  explicit table(tensors all) : all_(std::move(all)) {}

  index_t rows() const { return std::get<0>(all_).rows(); }
  template <int I>
  auto const& column() const {
    return std::get<static_cast<std::size_t>(I)>(all_);
  }
  tensors const& all() const { return all_; }

 private:
  tensors all_;
};

/// The same table with its number of rows in the type. Throws WF820 if the data has another number.
template <index_t Rows, class Schema, class E, index_t Length>
table<Schema, E, Rows> static_rows(table<Schema, E, Length> const& from) {
  if (from.rows() != Rows) {
    (message(820) << "static_rows: the data set has " << from.rows() << " rows, the program says " << Rows).raise();
  }
  return table<Schema, E, Rows>(from.all());
}

/// Copies the chosen rows of a tensor.
template <class To, class T>
void take_rows(To& into, T const& from, index_t const* which, index_t count) {
  auto const width = from.rows() == 0 ? 0 : from.size() / from.rows();
  auto const bytes = static_cast<std::size_t>(width) * sizeof(typename T::element);
  for (index_t r = 0; r < count; ++r) std::memcpy(into.mutable_data() + r * width, from.data() + which[r] * width, bytes);
}

template <class Schema, class E, index_t Length>
table<Schema, E> subset(table<Schema, E, Length> const& from, std::vector<index_t> const& which) {
  auto pick = [&]<class T>(T const& column) {
    auto extents = column.extents();
    extents[0] = static_cast<index_t>(which.size());
    auto out = T::uninitialised(extents);
    take_rows(out, column, which.data(), extents[0]);
    return out;
  };
  return table<Schema, E>(
      std::apply([&](auto const&... each) { return typename table<Schema, E>::tensors{pick(each)...}; }, from.all()));
}

/// Turns raw values of one column into its tensor, or throws. Shapes: rows times fields values.
template <class Column, class E, class Raw>
column_tensor<Column, E, all_rows> refine_column(Raw const& raw, char const* where) {
  using traits = column_traits<Column, E>;
  using T = column_tensor<Column, E, all_rows>;
  auto const count = static_cast<index_t>(std::size(raw));
  auto const rows = count / traits::fields;
  typename T::extents_type extents{};
  for (std::size_t i = 1; i < extents.size(); ++i) extents[i] = traits::fields;
  extents[0] = rows;
  check_count(count, rows * traits::fields, where);
  using R = std::remove_cvref_t<decltype(*std::data(raw))>;
  check_values(traits::rule(), {raw_type<R>(), std::data(raw), count}, {rows, traits::fields, 1}, where);
  auto out = convert<T>(std::data(raw), extents);
  if constexpr (traits::factor != 1) {
    for (index_t i = 0; i < out.size(); ++i) {
      out.mutable_data()[i] = static_cast<E>(static_cast<double>(std::data(raw)[i]) * traits::factor);
    }
  }
  return out;
}

/// A table from containers in memory, one a column, each row after row. Refuses: what `refine` refuses; WF821
/// columns with different numbers of rows.
template <class Schema, ComputingElement E = float, class... Raw>
result<table<Schema, E>> from_memory(Raw const&... raw) {
  static_assert(sizeof...(Raw) == static_cast<std::size_t>(Schema::count),
                "[WF822] from_memory: give one container for each column of the schema");
  return caught<table<Schema, E>>([&] {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr char const* where[] = {"column 0 (x)", "column 1 (y)", "column 2", "column 3", "column 4", "column 5"};
      typename table<Schema, E>::tensors all{
          refine_column<typename Schema::template column<static_cast<int>(I)>, E>(raw, where[I < 6 ? I : 5])...};
      index_t const rows = std::get<0>(all).rows();
      auto check = [&](index_t got, std::size_t at) {
        if (got == rows) return;
        (message(821) << where[at < 6 ? at : 5] << " has " << got << " rows, column 0 (x) has " << rows).raise();
      };
      (check(std::get<I>(all).rows(), I), ...);
      return table<Schema, E>(std::move(all));
    }(std::index_sequence_for<Raw...>{});
  });
}

/// Two tables of disjoint rows.
template <class Table>
struct parts {
  Table train;
  Table test;
};

/// A permutation of 0 ... rows - 1 from a Philox stream (Fisher-Yates).
void shuffle_rows(std::vector<index_t>& order, philox_stream numbers);

/// Row numbers of the two parts. Throws WF823 on a fraction outside (0, 1) or an empty part.
parts<std::vector<index_t>> split_rows(index_t rows, double fraction, seed s);

/// Shuffles the rows and cuts: `fraction` of them for training, the rest for testing.
template <class Schema, class E, index_t Length>
parts<table<Schema, E>> split(table<Schema, E, Length> const& all, double fraction, seed s) {
  auto const rows = split_rows(all.rows(), fraction, s);
  return {subset(all, rows.train), subset(all, rows.test)};
}

}  // namespace wellformed::data
