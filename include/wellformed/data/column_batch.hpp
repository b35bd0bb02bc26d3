// SPDX-License-Identifier: Apache-2.0
// A batch: rows of every column of a table, under one axis and one serial.
#pragma once

#include <tuple>

#include <wellformed/data/columns.hpp>
#include <wellformed/tensor/padded.hpp>

namespace wellformed::data {

/// A number that no other batch of the process has; never 0.
std::uint64_t next_batch_serial();

/// T with another batch axis in the first place.
template <class T, class Batch>
using over_batch =
    with_axes<T, axis_list::join<axes<Batch>, axis_list::slice<typename T::axes_type, 1,
                                                               static_cast<std::size_t>(T::rank) - 1>>>;

template <class T, bool Padded>
struct label_type {
  using type = T;
};
template <class T>
struct label_type<T, true> {
  using type = padded<T>;
};

/// x is the first column, y the second, more by column<I>(); y is x where there is one column. All tensors
/// hold the same rows and carry one serial. Under the pad policy every column but x comes with the mask of
/// real rows.
template <class Batch, bool Padded, class E, class... Columns>
class column_batch {
 public:
  using axis = Batch;
  static constexpr int columns = sizeof...(Columns);
  using tensors = std::tuple<column_tensor<Columns, E, Batch>...>;
  static constexpr int label = sizeof...(Columns) > 1 ? 1 : 0;
  template <int I>
  using column_type = std::tuple_element_t<static_cast<std::size_t>(I), tensors>;
  using x_type = column_type<0>;
  using y_type = typename label_type<column_type<label>, Padded>::type;
  using mask_type = tensor<bool, boolean, axes<Batch>>;

  x_type x;
  y_type y;

  column_batch(tensors all, mask_type mask, index_t real_rows)
      : x(std::get<0>(all)),
        y(with_mask(std::get<label>(all), mask)),
        all_(std::move(all)),
        mask_(std::move(mask)),
        real_rows_(real_rows) {}

  template <int I>
  auto column() const {
    auto const& plain = std::get<static_cast<std::size_t>(I)>(all_);
    if constexpr (I == 0)
      return plain;
    else
      return with_mask(plain, mask_);
  }
  index_t rows() const { return real_rows_; }  ///< rows of the data set in this batch, without padding
  std::uint64_t serial() const { return x.serial(); }

  /// The same rows under another axis and serial: batches of several loaders that are taken in step.
  template <class Other>
  auto under(std::uint64_t serial) const {
    auto const move = [&]<class T>(T const& t) {
      return over_batch<T, Other>::unchecked(t.elements(), t.extents(), serial);
    };
    using moved = column_batch<Other, Padded, E, Columns...>;
    return moved(std::apply([&](auto const&... t) { return typename moved::tensors{move(t)...}; }, all_),
                 move(mask_), real_rows_);
  }

 private:
  template <class T>
  static auto with_mask(T const& labels, mask_type const& mask) {
    if constexpr (Padded)
      return padded<T>{labels, mask};
    else
      return labels;
  }
  tensors all_;
  mask_type mask_;
  index_t real_rows_;
};

}  // namespace wellformed::data
