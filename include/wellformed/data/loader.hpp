// SPDX-License-Identifier: Apache-2.0
// Loaders: batches of a table, under a source tag and a policy for the last one. The type of a batch says how many
// rows it can have.
#pragma once

#include <optional>

#include <wellformed/data/table.hpp>
#include <wellformed/refuse/batch.hpp>
#include <wellformed/tensor/padded.hpp>

namespace wellformed {

template <index_t N>
struct batch_size_of {};
/// `batch_size<64>`: rows of a full batch.
template <index_t N>
inline constexpr batch_size_of<N> batch_size{};

/// What becomes of the rows that do not fill the last batch.
struct keep_last {};  ///< a smaller batch
struct drop_last {};  ///< nothing: they wait for the next shuffle
template <index_t K>
struct drop_last_below {};  ///< a smaller batch if it has at least K rows
struct pad_last {};         ///< a full batch of repeated rows, with a mask that losses must take
struct replicate_last {};   ///< a full batch: rows from the front of the epoch's order fill it

inline constexpr keep_last keep{};
inline constexpr drop_last drop{};
template <index_t K>
inline constexpr drop_last_below<K> drop_if_below{};
inline constexpr pad_last pad{};
inline constexpr replicate_last replicate{};

/// A new order of rows each epoch, from a seed.
struct shuffle {
  std::uint64_t seed = 0;
};

namespace data {

/// A number that no other batch of the process has; never 0.
std::uint64_t next_batch_serial();

/// Fewest and most rows of a batch. Length is the number of rows, if known.
struct batch_bounds {
  index_t least;
  index_t most;
};
constexpr batch_bounds bounds_of(keep_last, index_t n, index_t length) {
  if (length == unbounded) return {1, n};
  return length % n == 0 ? batch_bounds{n, n} : batch_bounds{length % n, length < n ? length : n};
}
constexpr batch_bounds bounds_of(drop_last, index_t n, index_t) { return {n, n}; }
template <index_t K>
constexpr batch_bounds bounds_of(drop_last_below<K>, index_t n, index_t length) {
  if (length == unbounded) return {K, n};
  return length % n == 0 || length % n < K ? batch_bounds{n, n} : batch_bounds{length % n, length < n ? length : n};
}
constexpr batch_bounds bounds_of(pad_last, index_t n, index_t) { return {n, n}; }
constexpr batch_bounds bounds_of(replicate_last, index_t n, index_t) { return {n, n}; }

template <class Policy>
inline constexpr index_t least_kept = 1;
template <index_t K>
inline constexpr index_t least_kept<drop_last_below<K>> = K;

/// How many rows of a data set a policy turns into how many batches.
template <class Policy>
constexpr index_t batches_of(index_t rows, index_t n) {
  index_t const tail = rows % n;
  bool const last = tail != 0 && !std::is_same_v<Policy, drop_last> && tail >= least_kept<Policy>;
  return rows / n + (last ? 1 : 0);
}

template <class T, bool Padded>
struct label_type {
  using type = T;
};
template <class T>
struct label_type<T, true> {
  using type = padded<T>;
};

/// A batch: x is the first column, y the second, more by column<I>(). All from the same rows, with one serial.
template <class Batch, bool Padded, class E, class... Columns>
class batch_of_columns {
 public:
  using axis = Batch;
  using tensors = std::tuple<column_tensor<Columns, E, Batch>...>;
  template <int I>
  using column_type = std::tuple_element_t<static_cast<std::size_t>(I), tensors>;
  using x_type = column_type<0>;
  using y_type = typename label_type<column_type<(sizeof...(Columns) > 1 ? 1 : 0)>, Padded>::type;
  using mask_type = tensor<bool, boolean, axes<Batch>>;

  x_type x;
  y_type y;

  batch_of_columns(tensors all, mask_type mask, index_t real_rows)
      : x(std::get<0>(all)),
        y(with_mask(std::get<(sizeof...(Columns) > 1 ? 1 : 0)>(all), mask)),
        all_(std::move(all)),
        mask_(std::move(mask)),
        real_rows_(real_rows) {}

  template <int I>
  auto column() const {
    auto const& plain = std::get<static_cast<std::size_t>(I)>(all_);
    if constexpr (I == 0) return plain;
    else return with_mask(plain, mask_);
  }
  index_t rows() const { return real_rows_; }  ///< rows of the data set in this batch, without padding
  std::uint64_t serial() const { return x.serial(); }

 private:
  template <class T>
  static auto with_mask(T const& labels, mask_type const& mask) {
    if constexpr (Padded) return padded<T>{labels, mask};
    else return labels;
  }
  tensors all_;
  mask_type mask_;
  index_t real_rows_;
};

template <class Batch, bool Padded, class Table>
struct batch_type_of;
template <class Batch, bool Padded, class... Columns, class E, index_t L>
struct batch_type_of<Batch, Padded, table<columns<Columns...>, E, L>> {
  using type = batch_of_columns<Batch, Padded, E, Columns...>;
};

/// Yields the batches of one epoch each time it is iterated.
template <class Source, class Table, index_t N, class Policy>
class loader_of {
 public:
  static constexpr auto bounds = bounds_of(Policy{}, N, Table::length);
  static constexpr bool is_padded = std::is_same_v<Policy, pad_last>;
  using source = Source;
  using batch_axis = batch<Source, bounds.least, bounds.most>;
  using batch_type = typename batch_type_of<batch_axis, is_padded, Table>::type;

  /// Throws WF824 if no batch would be yielded.
  loader_of(Table rows, std::optional<shuffle> order) : table_(std::move(rows)), shuffle_(order) {
    if (batches() == 0) {
      (message(824) << "loader: " << table_.rows() << " rows and batches of " << N
                    << " leave no batch under this policy; use a smaller batch_size or keep")
          .raise();
    }
    order_.resize(static_cast<std::size_t>(table_.rows()));
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<index_t>(i);
  }

  index_t rows() const { return table_.rows(); }
  index_t batches() const { return batches_of<Policy>(table_.rows(), N); }
  std::uint64_t epoch() const { return epoch_; }  ///< epochs begun
  Table const& table() const { return table_; }

  class iterator {
   public:
    iterator(loader_of* from, index_t at) : from_(from), at_(at) {}
    batch_type& operator*() const { return from_->make(at_); }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(iterator const& other) const { return at_ == other.at_; }

   private:
    loader_of* from_;
    index_t at_;
  };

  iterator begin() {
    if (shuffle_) shuffle_rows(order_, {shuffle_->seed, epoch_});
    ++epoch_;
    return {this, 0};
  }
  iterator end() { return {this, batches()}; }

 private:
  batch_type& make(index_t number) {
    index_t const first = number * N;
    index_t const left = table_.rows() - first;
    index_t const real = left < N ? left : N;
    index_t const count = real < bounds.least ? bounds.least : real;  // pad and replicate fill up
    which_.resize(static_cast<std::size_t>(count));
    for (index_t r = 0; r < count; ++r) {
      which_[static_cast<std::size_t>(r)] = order_[static_cast<std::size_t>(r < real ? first + r : (r - real) % table_.rows())];
    }
    auto const serial = next_batch_serial();
    auto pick = [&]<class T>(T const& column) {
      using batched = with_axes<T, axis_list::join<axes<batch_axis>, axis_list::slice<typename T::axes_type, 1,
                                                    static_cast<std::size_t>(T::rank) - 1>>>;
      auto extents = column.extents();
      extents[0] = count;
      auto out = batched::uninitialised(extents, serial);
      take_rows(out, column, which_.data(), count);
      return out;
    };
    auto mask = batch_type::mask_type::uninitialised({count}, serial);
    for (index_t r = 0; r < count; ++r) mask.mutable_data()[r] = r < real;
    current_.reset();  // its blocks go back to the pool first, so the next batch takes the same ones
    current_.emplace(std::apply([&](auto const&... each) { return typename batch_type::tensors{pick(each)...}; },
                                table_.all()),
                     std::move(mask), std::is_same_v<Policy, replicate_last> ? count : real);
    return *current_;
  }

  Table table_;
  std::optional<shuffle> shuffle_;
  std::vector<index_t> order_;
  std::vector<index_t> which_;
  std::uint64_t epoch_ = 0;
  std::optional<batch_type> current_;
};

namespace loader_options {

template <class... O>
struct policy {
  using type = keep_last;
};
template <class First, class... Rest>
struct policy<First, Rest...> : policy<Rest...> {};
template <class... Rest>
struct policy<keep_last, Rest...> {
  using type = keep_last;
};
template <class... Rest>
struct policy<drop_last, Rest...> {
  using type = drop_last;
};
template <index_t K, class... Rest>
struct policy<drop_last_below<K>, Rest...> {
  using type = drop_last_below<K>;
};
template <class... Rest>
struct policy<pad_last, Rest...> {
  using type = pad_last;
};
template <class... Rest>
struct policy<replicate_last, Rest...> {
  using type = replicate_last;
};

inline std::optional<shuffle> order_of() { return {}; }
template <class... Rest>
std::optional<shuffle> order_of(shuffle given, Rest...) {
  return given;
}
template <class First, class... Rest>
std::optional<shuffle> order_of(First, Rest... rest) {
  return order_of(rest...);
}

}  // namespace loader_options

/// A loader of batches of N rows under a source tag: `loader<train_rows>(table, batch_size<64>, drop_if_below<2>,
/// shuffle{7})`. Refuses: WF421 drop_if_below<K> with K outside 1 to N; WF422 batches of no row.
template <class Source, class Schema, class E, index_t L, index_t N, class... Options>
auto loader(table<Schema, E, L> const& rows, batch_size_of<N>, Options... options) {
  using policy = typename loader_options::policy<Options...>::type;
  using result = loader_of<Source, table<Schema, E, L>, (N < 1 ? 1 : N), policy>;
  if constexpr (N < 1) {
    refuse::refused<refuse::wf422, refuse::got_extent<N>>::report();
    return refuse::stand_in<result>();
  } else if constexpr (least_kept<policy> < 1 || least_kept<policy> > N) {
    refuse::refused<refuse::wf421, refuse::got_extent<least_kept<policy>>, refuse::required_extent<1, N>>::report();
    return refuse::stand_in<loader_of<Source, table<Schema, E, L>, N, keep_last>>();
  } else {
    return result(rows, loader_options::order_of(options...));
  }
}

}  // namespace data
}  // namespace wellformed
