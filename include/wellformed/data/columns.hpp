// SPDX-License-Identifier: Apache-2.0
// Columns of a data set: what a field group of a file means, and which tensor it becomes. The schema is a
// Hana list.
#pragma once

#include <wellformed/core/meta.hpp>
#include <wellformed/data/requirement.hpp>
#include <wellformed/refuse/data.hpp>

namespace wellformed {

/// N raw pixels from 0 to Max, scaled to [0, 1].
template <index_t N, index_t Max = 255>
struct pixels {
  using form = std::conditional_t<(Max >= 1), refuse::accepted,
                                  refuse::refused<refuse::wf815, refuse::got_extent<Max>>>;
};

/// N real features.
template <index_t N>
struct features {};

/// A class given by its name in S::names; becomes class_index<S>.
template <NamedLabelSet S>
struct named_class {};

namespace data {

/// Rows of a table, before a loader makes batches of them.
struct table_rows;
using all_rows = batch<table_rows, 0, unbounded>;

/// What a column is: `fields` in the file, element type, meaning, axes of one row, rule for the raw values,
/// and the number by which raw ones are divided.
template <class Column, ComputingElement E>
struct column_traits;

template <class E, class M, class RowAxes, index_t Fields>
struct plain_column {
  using element = E;
  using meaning = M;
  using row_axes = RowAxes;
  static constexpr index_t fields = Fields;
  static constexpr double divisor = 1;
  static constexpr bool by_name = false;
  static constexpr requirement rule() { return requirement_of<M>(); }
};

template <index_t N, index_t Max, class E>
struct column_traits<pixels<N, Max>, E> : plain_column<E, unit_interval, axes<dim<N>>, N> {
  static constexpr double divisor = static_cast<double>(Max);
  static constexpr requirement rule() {
    requirement pixel{constraint::interval, 0, static_cast<double>(Max)};
    pixel.scaled = true;
    return pixel;
  }
};
template <index_t N, class E>
struct column_traits<features<N>, E> : plain_column<E, real, axes<dim<N>>, N> {};
template <class S, class I, class E>
struct column_traits<class_index<S, I>, E> : plain_column<std::int64_t, class_index<S, I>, axes<>, 1> {};
template <class S, class E>
struct column_traits<named_class<S>, E> : plain_column<std::int64_t, class_index<S>, axes<>, 1> {
  static constexpr bool by_name = true;
};
template <class V, class E>
struct column_traits<token_id<V>, E> : plain_column<std::int64_t, token_id<V>, axes<>, 1> {};
template <class S, class E>
struct column_traits<binary<S>, E> : plain_column<E, binary<S>, axes<>, 1> {};
template <class E>
struct column_traits<signed_label, E> : plain_column<E, signed_label, axes<>, 1> {};
template <class S, class E>
struct column_traits<multi_hot<S>, E> : plain_column<E, multi_hot<S>, axes<classes<S>>, class_count<S>> {};
template <class S, class E>
struct column_traits<one_hot<S>, E> : plain_column<E, one_hot<S>, axes<classes<S>>, class_count<S>> {};
template <class S, class E>
struct column_traits<class_probs<S>, E> : plain_column<E, class_probs<S>, axes<classes<S>>, class_count<S>> {
};
template <index_t D, class E>
struct column_traits<regression<D>, E> : plain_column<E, regression<D>, axes<dim<D>>, D> {};

/// The tensor of a column over a given batch axis.
template <class Column, class E, class Batch>
using column_tensor =
    tensor<typename column_traits<Column, E>::element, typename column_traits<Column, E>::meaning,
           axis_list::join<axes<Batch>, typename column_traits<Column, E>::row_axes>>;

template <class Column>
struct column_form {
  using type = refuse::accepted;
};
template <index_t N, index_t Max>
struct column_form<pixels<N, Max>> {
  using type = typename pixels<N, Max>::form;
};

/// A schema: the columns of a file, in order. The first is x, the second y. Refuses, when it is formed: WF815
/// pixels up to nothing.
template <class... Columns>
struct columns {
  static_assert(((column_form<Columns>::type::report(), true) && ...));
  static constexpr int count = sizeof...(Columns);
  static constexpr auto schema = meta::list(std::type_identity<Columns>{}...);
  template <int I>
  using column = typename meta::item<I, decltype(schema)>::type;

  template <class E>
  static constexpr index_t fields = (index_t{0} + ... + column_traits<Columns, E>::fields);
};

}  // namespace data
}  // namespace wellformed
