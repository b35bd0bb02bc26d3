// SPDX-License-Identifier: Apache-2.0
// Options of loaders, as types: the batch size, the order, and what becomes of the rows that do not fill a
// batch.
#pragma once

#include <optional>
#include <type_traits>

#include <wellformed/types/tail.hpp>

namespace wellformed {

template <index_t N>
struct batch_size_of {};
/// `batch_size<64>`: rows of a full batch.
template <index_t N>
inline constexpr batch_size_of<N> batch_size{};

struct keep_last {};  ///< a smaller batch
struct drop_last {};  ///< nothing: they wait for the next shuffle
template <index_t K>
struct drop_last_below {};  ///< a smaller batch if it has at least K rows
template <index_t K>
struct keep_last_at_least {};  ///< a smaller batch; a data set that leaves one below K rows is an error
template <index_t K>
struct merge_last_below {};  ///< a tail of fewer than K rows joins the batch before it
struct pad_last {};          ///< a full batch of repeated rows, with a mask that losses must take
struct replicate_last {};    ///< a full batch: rows from the front of the epoch's order fill it

inline constexpr keep_last keep{};
inline constexpr drop_last drop{};
template <index_t K>
inline constexpr drop_last_below<K> drop_if_below{};
template <index_t K>
inline constexpr keep_last_at_least<K> keep_at_least{};
template <index_t K>
inline constexpr merge_last_below<K> merge_below{};
inline constexpr pad_last pad{};
inline constexpr replicate_last replicate{};

/// A new order of rows each epoch, from a seed.
struct shuffle {
  std::uint64_t seed = 0;
};

namespace data {

template <class>
inline constexpr bool is_policy = false;
template <>
inline constexpr bool is_policy<keep_last> = true;
template <>
inline constexpr bool is_policy<drop_last> = true;
template <index_t K>
inline constexpr bool is_policy<drop_last_below<K>> = true;
template <index_t K>
inline constexpr bool is_policy<keep_last_at_least<K>> = true;
template <index_t K>
inline constexpr bool is_policy<merge_last_below<K>> = true;
template <>
inline constexpr bool is_policy<pad_last> = true;
template <>
inline constexpr bool is_policy<replicate_last> = true;

/// The K of a policy that has one: no batch has fewer rows.
template <class Policy>
inline constexpr index_t least_kept = 1;
template <index_t K>
inline constexpr index_t least_kept<drop_last_below<K>> = K;
template <index_t K>
inline constexpr index_t least_kept<keep_last_at_least<K>> = K;
template <index_t K>
inline constexpr index_t least_kept<merge_last_below<K>> = K;

template <class Policy>
inline constexpr bool merges = std::is_same_v<Policy, merge_last_below<least_kept<Policy>>>;

template <class Policy>
inline constexpr bool fills_up = std::is_same_v<Policy, pad_last> || std::is_same_v<Policy, replicate_last>;

/// True if a tail of this many rows gives a batch.
template <class Policy>
constexpr bool yields_tail(index_t tail) {
  if (tail == 0 || std::is_same_v<Policy, drop_last>) return false;
  return fills_up<Policy> || tail >= least_kept<Policy>;
}

/// True if an epoch leaves no row out and repeats none, whatever the number of rows if `length` is unbounded.
template <class Policy>
constexpr bool is_whole(index_t n, index_t length) {
  if (std::is_same_v<Policy, pad_last>) return true;  // what repeats is masked
  if (length != unbounded && tail_of(length, n) == 0) return true;
  if (std::is_same_v<Policy, drop_last> || std::is_same_v<Policy, replicate_last>) return false;
  bool const may_drop = std::is_same_v<Policy, drop_last_below<least_kept<Policy>>>;
  return !may_drop || (length != unbounded && yields_tail<Policy>(tail_of(length, n)));
}

/// How many batches a policy makes of the rows of a data set.
template <class Policy>
constexpr index_t batches_of(index_t rows, index_t n) {
  return rows / n + (yields_tail<Policy>(tail_of(rows, n)) ? 1 : 0);
}

/// Rows of the last batch of an epoch, with those that fill it up or join it.
template <class Policy>
constexpr index_t last_rows_of(index_t rows, index_t n) {
  index_t const tail = tail_of(rows, n);
  if (yields_tail<Policy>(tail)) return fills_up<Policy> ? n : tail;
  return merges<Policy> ? n + tail : n;
}

/// Fewest and most rows of a batch. `length` is the number of rows of the data set, if known.
struct batch_bounds {
  index_t least;
  index_t most;
};
template <class Policy>
constexpr batch_bounds bounds_of(index_t n, index_t length) {
  if (fills_up<Policy> || std::is_same_v<Policy, drop_last>) return {n, n};
  if (length == unbounded) return {least_kept<Policy>, merges<Policy> ? n + least_kept<Policy> - 1 : n};
  index_t const tail = tail_of(length, n);
  if (merges<Policy> && !yields_tail<Policy>(tail)) return {length < 2 * n ? n + tail : n, n + tail};
  if (!yields_tail<Policy>(tail)) return {n, n};
  return {tail, length < n ? length : n};
}

/// The policy among a loader's options: keep if none is given.
template <class... Options>
struct policy_among {
  using type = keep_last;
};
template <class First, class... Rest>
struct policy_among<First, Rest...> {
  using type =
      typename std::conditional_t<is_policy<First>, std::type_identity<First>, policy_among<Rest...>>::type;
};

/// At most one policy, at most one order, nothing else.
template <class... Options>
inline constexpr bool are_options =
    ((is_policy<Options> || std::is_same_v<Options, shuffle>) && ...) &&
    (0 + ... + int{is_policy<Options>}) <= 1 && (0 + ... + int{std::is_same_v<Options, shuffle>}) <= 1;

template <class... Options>
constexpr std::optional<shuffle> order_among([[maybe_unused]] Options... options) {
  std::optional<shuffle> found;
  [[maybe_unused]] auto const take = [&](auto option) {
    if constexpr (std::is_same_v<decltype(option), shuffle>) found = option;
  };
  (take(options), ...);
  return found;
}

}  // namespace data
}  // namespace wellformed
