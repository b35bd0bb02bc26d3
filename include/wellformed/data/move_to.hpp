// SPDX-License-Identifier: Apache-2.0
// Batches of a loader on another device.
#pragma once

#include <wellformed/data/column_batch.hpp>
#include <wellformed/tensor/move_to.hpp>

namespace wellformed {

namespace data {

/// The columns of a batch on a device: x, y and the others as in column_batch.
template <class X, class Y, class... More>
class moved_batch {
 public:
  static constexpr int columns = 2 + static_cast<int>(sizeof...(More));
  X x;
  Y y;

  moved_batch(X first, Y second, More... more, index_t real_rows)
      : x(std::move(first)), y(std::move(second)), more_(std::move(more)...), real_rows_(real_rows) {}

  template <int I>
  auto const& column() const {
    if constexpr (I == 0) {
      return x;
    } else if constexpr (I == 1) {
      return y;
    } else {
      return std::get<static_cast<std::size_t>(I) - 2>(more_);
    }
  }
  index_t rows() const { return real_rows_; }  ///< rows of the data set in this batch, without padding
  std::uint64_t serial() const { return x.serial(); }

 private:
  std::tuple<More...> more_;
  index_t real_rows_;
};

/// Room for a batch of the same size.
template <class X, class Y, class... More>
moved_batch<X, Y, More...> uninitialised_like(moved_batch<X, Y, More...> const& b) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return moved_batch<X, Y, More...>(uninitialised_like(b.x), uninitialised_like(b.y),
                                      uninitialised_like(b.template column<I + 2>())..., b.rows());
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(More))>{});
}

/// As move_to, found by its arguments: what train::step calls, which knows no loader.
template <class Device, class Batch, bool Padded, class E, class... Columns>
auto bring_to(column_batch<Batch, Padded, E, Columns...> const& b, Device where) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    if constexpr (sizeof...(I) == 1) {
      auto x = move_to<Device>(b.x, where);
      return moved_batch<decltype(x), decltype(x)>(x, x, b.rows());
    } else {
      using moved = moved_batch<decltype(move_to<Device>(b.template column<I>(), where))...>;
      return moved(move_to<Device>(b.template column<I>(), where)..., b.rows());
    }
  }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Columns))>{});
}

template <class Device, class X, class Y, class... More>
auto bring_to(moved_batch<X, Y, More...> const& b, Device where) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    using moved = moved_batch<decltype(move_to<Device>(b.template column<I>(), where))...>;
    return moved(move_to<Device>(b.template column<I>(), where)..., b.rows());
  }(std::make_integer_sequence<int, moved_batch<X, Y, More...>::columns>{});
}

}  // namespace data

/// The batch with all its columns in the memory of `where`. Throws WF650 to WF654.
template <class Device, class Batch, bool Padded, class E, class... Columns>
auto move_to(data::column_batch<Batch, Padded, E, Columns...> const& b, Device where = {}) {
  return data::bring_to(b, where);
}

}  // namespace wellformed
