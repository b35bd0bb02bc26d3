// SPDX-License-Identifier: Apache-2.0
// An in-memory data set: one tensor a column, all over the same rows. Refined when it is made.
#pragma once

#include <cstring>
#include <tuple>
#include <vector>

#include <wellformed/data/columns.hpp>
#include <wellformed/data/refine.hpp>

namespace wellformed::data {

template <class Schema, class E>
struct stored;
template <class... Columns, class E>
struct stored<columns<Columns...>, E> {
  using type = std::tuple<column_tensor<Columns, E, all_rows>...>;
};

/// Serial numbers of batches and tables; rows of two do not meet.
std::uint64_t next_batch_serial();
/// Throws WF821, WF849.
[[noreturn]] void refuse_rows(index_t first, index_t other);
void check_rows(index_t rows, std::vector<index_t> const& which);

/// Length: the number of rows if the type knows it, else unbounded.
template <class Schema, ComputingElement E = float, index_t Length = unbounded>
class table {
 public:
  using schema = Schema;
  using element = E;
  using tensors = typename stored<Schema, E>::type;
  static constexpr index_t length = Length;

  /// One tensor a column. Throws WF821 if they differ in their rows, WF410 if rows of two tables or batches
  /// meet. Without a serial they get one, so that these rows meet no others.
  explicit table(tensors all) : all_(std::move(all)) {
    std::apply([](auto&... each) { unite_rows(each...); }, all_);
  }

  index_t rows() const { return std::get<0>(all_).rows(); }
  template <int I>
  auto const& column() const {
    return std::get<static_cast<std::size_t>(I)>(all_);
  }
  tensors const& all() const { return all_; }

 private:
  template <class... T>
  static void unite_rows(T&... each) {
    std::uint64_t serial = 0;
    index_t const rows[] = {each.rows()...};
    for (index_t const r : rows) {
      if (r != rows[0]) refuse_rows(rows[0], r);
    }
    ((serial = join_serials(serial, each.serial(), "table")), ...);
    if (serial == 0) serial = next_batch_serial();
    ((each = T::unchecked(each.block(), each.extents(), serial)), ...);
  }

  tensors all_;
};

/// The same table with its number of rows in the type. Throws WF863 if the data has another number.
template <index_t Rows, class Schema, class E, index_t Length>
table<Schema, E, Rows> static_rows(table<Schema, E, Length> const& from) {
  if (from.rows() != Rows) {
    (message(863) << "static_rows: the data set has " << from.rows() << " rows, the program says " << Rows)
        .raise();
  }
  return table<Schema, E, Rows>(from.all());
}

/// Copies the chosen rows of a tensor.
template <class To, class T>
void take_rows(To& into, T const& from, index_t const* which, index_t count) {
  auto const width = from.rows() == 0 ? 0 : from.size() / from.rows();
  auto const bytes = static_cast<std::size_t>(width) * sizeof(typename T::element);
  for (index_t r = 0; r < count; ++r) {
    std::memcpy(into.unchecked_data() + r * width, from.data() + which[r] * width, bytes);
  }
}

/// The chosen rows of a table, in the given order. Throws WF849 for a row that the table has not.
template <class Schema, class E, index_t Length>
table<Schema, E> subset(table<Schema, E, Length> const& from, std::vector<index_t> const& which) {
  check_rows(from.rows(), which);
  auto pick = [&]<class T>(T const& column) {
    auto extents = column.extents();
    extents[0] = static_cast<index_t>(which.size());
    auto out = T::uninitialised(extents);
    take_rows(out, column, which.data(), extents[0]);
    return out;
  };
  return table<Schema, E>(std::apply(
      [&](auto const&... each) { return typename table<Schema, E>::tensors{pick(each)...}; }, from.all()));
}

/// Extents of a column's tensor.
template <class Column, class E>
auto column_extents(index_t rows) {
  typename column_tensor<Column, E, all_rows>::extents_type extents{};
  for (std::size_t i = 1; i < extents.size(); ++i) extents[i] = column_traits<Column, E>::fields;
  extents[0] = rows;
  return extents;
}

/// Checks the raw values of one column, row after row. `lines` and `first_column` say where they stand in a
/// file.
template <class Column, class E, class Raw>
void check_column(Raw const& raw, index_t rows, char const* where, findings& into,
                  index_t const* lines = nullptr, index_t first_column = 1) {
  using traits = column_traits<Column, E>;
  using T = column_tensor<Column, E, all_rows>;
  auto const extents = column_extents<Column, E>(rows);
  check_values(stored_in<typename traits::element>(traits::rule()),
               {raw_of(raw), extents.data(), T::rank, row_axis<T>, where, lines, first_column}, into);
}

/// The tensor of a column whose raw values were checked.
template <class Column, class E, class Raw>
column_tensor<Column, E, all_rows> convert_column(Raw const& raw, index_t rows) {
  using traits = column_traits<Column, E>;
  auto out = convert<column_tensor<Column, E, all_rows>>(std::data(raw), column_extents<Column, E>(rows));
  if constexpr (traits::divisor != 1) {
    for (index_t i = 0; i < out.size(); ++i) {
      out.unchecked_data()[i] = static_cast<E>(static_cast<double>(std::data(raw)[i]) / traits::divisor);
    }
  }
  return out;
}

}  // namespace wellformed::data
