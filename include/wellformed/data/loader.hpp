// SPDX-License-Identifier: Apache-2.0
// Loaders: batches of a table, under a source tag and a policy for the last one. The type of a batch says how
// many rows it can have.
#pragma once

#include <cstddef>

#include <wellformed/data/column_batch.hpp>
#include <wellformed/data/policy.hpp>
#include <wellformed/data/split.hpp>
#include <wellformed/refuse/batch.hpp>

namespace wellformed::data {

/// Throws WF824 if no batch would be yielded, WF828 if a tail of fewer than `least` rows is left.
void check_batches(index_t rows, index_t n, index_t batches, index_t least);
[[noreturn]] void refuse_stale_iterator();

/// Where a loader is in its order of rows; plain numbers, to be saved with a model.
struct loader_position {
  std::uint64_t epoch = 0;  ///< epochs that are complete
  index_t batch = 0;        ///< batches of the next one that are done
  index_t rows = 0;         ///< of the data set
  index_t batch_size = 0;
  bool shuffled = false;
  std::uint64_t seed = 0;

  bool operator==(loader_position const&) const = default;
};

/// Throws WF848 if the position was not saved by a loader of these rows, batches and order.
void check_position(loader_position const& saved, loader_position const& own, index_t batches);

template <class Batch, bool Padded, class Table>
struct batch_type_of;
template <class Batch, bool Padded, class... Columns, class E, index_t L>
struct batch_type_of<Batch, Padded, table<columns<Columns...>, E, L>> {
  using type = column_batch<Batch, Padded, E, Columns...>;
};

/// Yields the batches of one epoch each time it is iterated. A batch stays as it is only while the loop is at
/// it: copy it (a few handles) to keep it.
template <class Source, class Table, index_t N, class Policy>
class loader_of {
 public:
  static constexpr auto bounds = bounds_of<Policy>(N, Table::length);
  /// True if an epoch is the data set: no row is left out, none counts twice.
  static constexpr bool yields_each_row_once = is_whole<Policy>(N, Table::length);
  using rows_source = std::conditional_t<Table::length == unbounded, Source, rows_of<Source, Table::length>>;
  using source = std::conditional_t<std::is_same_v<Policy, pad_last>, padded_rows<rows_source>, rows_source>;
  using batch_axis = batch<source, bounds.least, bounds.most>;
  using batch_type = typename batch_type_of<batch_axis, std::is_same_v<Policy, pad_last>, Table>::type;

  loader_of(Table rows, std::optional<shuffle> order) : table_(std::move(rows)), shuffle_(order) {
    constexpr bool strict = std::is_same_v<Policy, keep_last_at_least<least_kept<Policy>>>;
    check_batches(table_.rows(), N, batches(), strict ? least_kept<Policy> : 0);
    order_.resize(static_cast<std::size_t>(table_.rows()));
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<index_t>(i);
  }

  index_t rows() const { return table_.rows(); }
  index_t batches() const { return batches_of<Policy>(table_.rows(), N); }
  std::uint64_t epoch() const { return epoch_; }  ///< epochs begun
  Table const& table() const { return table_; }

  /// Whether the next epochs of both loaders go through equal row numbers.
  template <class Other>
  bool in_order_of(Other const& other) const {
    return other.is_ordered_by(shuffle_, epoch_, resumed_);
  }
  bool is_ordered_by(std::optional<shuffle> const& order, std::uint64_t epoch, index_t batch) const {
    if (batch != resumed_) return false;
    if (!order || !shuffle_) return !order && !shuffle_;
    return order->seed == shuffle_->seed && epoch == epoch_;
  }

  /// Rows of the last batch of an epoch, with those that fill it up or join it.
  index_t last_rows() const { return last_rows_of<Policy>(table_.rows(), N); }

  /// What follows the batch that was looked at last: save it, and `resume` goes on there in another process.
  loader_position position() const {
    loader_position here = order_of_rows();
    here.epoch = epoch_;
    here.batch = resumed_;
    if (made_ >= 0 && made_ + 1 < batches()) {
      --here.epoch;
      here.batch = made_ + 1;
    }
    return here;
  }
  /// The next loop begins at the saved position, with the rows that would have come. Throws WF848 if the
  /// position is that of another loader.
  void resume(loader_position const& saved) {
    check_position(saved, order_of_rows(), batches());
    epoch_ = saved.epoch;
    resumed_ = saved.batch;
    made_ = -1;
  }

  class iterator {
   public:
    using value_type = batch_type;
    using difference_type = std::ptrdiff_t;

    iterator() = default;
    iterator(loader_of* from, index_t at) : from_(from), at_(at), epoch_(from->epoch_) {}
    batch_type& operator*() const { return from_->batch_number(at_, epoch_); }
    batch_type* operator->() const { return &**this; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    void operator++(int) { ++at_; }
    bool operator==(iterator const& other) const { return at_ == other.at_; }

   private:
    loader_of* from_ = nullptr;
    index_t at_ = 0;
    std::uint64_t epoch_ = 0;
  };

  iterator begin() & {
    if (static_cast<index_t>(order_.size()) != table_.rows()) fail_moved_from("loader");
    if (shuffle_) shuffle_rows(order_, {shuffle_->seed, epoch_stream + epoch_});
    ++epoch_;
    made_ = -1;
    return {this, std::exchange(resumed_, 0)};
  }
  iterator end() & { return {this, batches()}; }
  /// Refuses: WF816.
  template <class None = void>
  iterator begin() const& {
    refuse::refused<refuse::wf816, refuse::got<loader_of const, None>>::report();
    return {};
  }
  iterator end() const& { return {}; }

 private:
  static constexpr std::uint64_t epoch_stream = std::uint64_t{0x65706f63}
                                                << 32;  // apart from other uses of the seed

  loader_position order_of_rows() const {
    return {0, 0, table_.rows(), N, shuffle_.has_value(), shuffle_ ? shuffle_->seed : 0};
  }

  /// Throws WF825 where an outer loop goes on after an inner one has begun another epoch.
  batch_type& batch_number(index_t number, std::uint64_t epoch) {
    if (epoch != epoch_) refuse_stale_iterator();
    if (made_ != number) make(number);
    made_ = number;
    return *current_;
  }

  void make(index_t number) {
    index_t const first = number * N;
    index_t const left = table_.rows() - first;
    index_t const real = number + 1 == batches() && merges<Policy> ? left : left < N ? left : N;
    index_t const count = fills_up<Policy> ? N : real;
    which_.resize(static_cast<std::size_t>(count));
    for (index_t r = 0; r < count; ++r) {
      index_t const at = r < real ? first + r : (r - real) % table_.rows();
      which_[static_cast<std::size_t>(r)] = order_[static_cast<std::size_t>(at)];
    }
    auto const serial = next_batch_serial();
    auto pick = [&]<class T>(T const& column) {
      auto extents = column.extents();
      extents[0] = count;
      auto out = over_batch<T, batch_axis>::uninitialised(extents, serial);
      take_rows(out, column, which_.data(), count);
      return out;
    };
    current_.reset();  // its blocks go back to the pool first, so the next batch takes the same ones
    auto mask = batch_type::mask_type::uninitialised({count}, serial);
    for (index_t r = 0; r < count; ++r) mask.unchecked_data()[r] = r < real;
    current_.emplace(
        std::apply([&](auto const&... each) { return typename batch_type::tensors{pick(each)...}; },
                   table_.all()),
        std::move(mask), std::is_same_v<Policy, replicate_last> ? count : real);
  }

  Table table_;
  std::optional<shuffle> shuffle_;
  std::vector<index_t> order_;
  std::vector<index_t> which_;
  std::uint64_t epoch_ = 0;
  index_t made_ = -1;
  index_t resumed_ = 0;  ///< batch at which the next epoch begins
  std::optional<batch_type> current_;
};

template <index_t Length, index_t N, class... Options>
constexpr auto verdict_of_loader() {
  using policy = typename policy_among<Options...>::type;
  constexpr index_t least = least_kept<policy>;
  if constexpr (N < 1) {
    return refuse::refused<refuse::wf422, refuse::got_extent<N>>{};
  } else if constexpr (!are_options<Options...>) {
    return refuse::refused<refuse::wf423, refuse::got<Options...>>{};
  } else if constexpr (least < 1 || least > N) {
    return refuse::refused<refuse::wf421, refuse::got_extent<least>, refuse::required_extent<1, N>>{};
  } else if constexpr (std::is_same_v<policy, keep_last_at_least<least>> && Length != unbounded) {
    constexpr auto sizes = sizes_without_tail(Length, N, least);
    if constexpr (tail_fits(Length, N, least))
      return refuse::accepted{};
    else
      return refuse::refused<refuse::wf426, refuse::data_set_rows<Length>,
                             refuse::last_batch<tail_of(Length, N)>,
                             refuse::batch_sizes_without_such_a_tail<sizes.below, sizes.above>>{};
  } else {
    return refuse::accepted{};
  }
}

/// A loader of batches of N rows under a source tag: `loader<train_rows>(table, batch_size<64>,
/// drop_if_below<2>, shuffle{7})`. Bounds of a batch: keep [1, N], drop [N, N], drop_if_below<K> and
/// keep_at_least<K> [K, N], merge_below<K> [K, N + K - 1], pad and replicate [N, N]; exact ones where the
/// table's type knows its length. Refuses: WF421 a K outside 1 to N; WF422 batches of no row; WF423 other
/// options; WF426 a tail that is too small.
template <class Source, class Schema, class E, index_t L, index_t N, class... Options>
auto loader(table<Schema, E, L> const& rows, batch_size_of<N>, Options... options) {
  using verdict = decltype(verdict_of_loader<L, N, Options...>());
  if constexpr (verdict::ok) {
    return loader_of<Source, table<Schema, E, L>, N, typename policy_among<Options...>::type>(
        rows, order_among(options...));
  } else {
    verdict::report();
    return refuse::stand_in<loader_of<Source, table<Schema, E, L>, (N < 1 ? 1 : N), keep_last>>();
  }
}

/// Refuse: WF430 a batch size that is no constant; WF431 no name of the rows; WF817 a table that nobody has
/// taken out of its result.
template <class Source, class Schema, class E, index_t L, std::integral Size, class... Options>
auto loader(table<Schema, E, L> const& rows, Size, Options... options) {
  refuse::refused<refuse::wf430, refuse::got<Size>>::report();
  return loader<Source>(rows, batch_size_of<32>{}, options...);
}
template <class Schema, class E, index_t L, class Size, class... Options>
auto loader(table<Schema, E, L> const& rows, Size, Options... options) {
  refuse::refused<refuse::wf431, refuse::got<Schema>>::report();
  return loader<Schema>(rows, batch_size_of<32>{}, options...);
}
template <class Source, class Schema, class E, index_t L, class Size, class... Options>
auto loader(result<table<Schema, E, L>> const& rows, Size size, Options... options) {
  refuse::refused<refuse::wf817, refuse::got<result<Schema>>>::report();
  return loader<Source>(rows.value(), size, options...);
}

}  // namespace wellformed::data
