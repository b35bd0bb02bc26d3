// SPDX-License-Identifier: Apache-2.0
// zip: several loaders in step. Their batches get one joint source and one serial, so that rows may meet.
#pragma once

#include <tuple>

#include <wellformed/data/loader.hpp>

namespace wellformed::data {

/// Throws WF826 if two loaders do not yield the same numbers of rows.
void check_in_step(index_t batches, index_t first_batches, index_t last_rows, index_t first_last_rows,
                   int which);

/// Throws WF829: row r of one loader is not row r of the other.
[[noreturn]] void refuse_other_order();

template <class Axis, class Batch>
using batch_under = decltype(std::declval<Batch const&>().template under<Axis>(std::uint64_t{}));

template <class First, class... Rest>
class zipped {
 public:
  using source = joint<typename First::source, typename Rest::source...>;
  using batch_axis = batch<source, First::batch_axis::min, First::batch_axis::max>;
  using batch_type = std::tuple<batch_under<batch_axis, typename First::batch_type>,
                                batch_under<batch_axis, typename Rest::batch_type>...>;

  explicit zipped(First& first, Rest&... rest) : loaders_(first, rest...) {
    int which = 1;
    (check_in_step(rest.batches(), first.batches(), rest.last_rows(), first.last_rows(), which++), ...);
    if (!(first.in_order_of(rest) && ...)) refuse_other_order();
  }

  index_t batches() const { return std::get<0>(loaders_).batches(); }
  index_t rows() const { return std::get<0>(loaders_).rows(); }

  class iterator {
   public:
    using value_type = batch_type;
    using difference_type = std::ptrdiff_t;

    iterator() = default;
    iterator(zipped* from, std::tuple<typename First::iterator, typename Rest::iterator...> at)
        : from_(from), at_(at) {}
    batch_type& operator*() const {
      return std::apply([&](auto const&... each) -> batch_type& { return from_->join(*each...); }, at_);
    }
    iterator& operator++() {
      std::apply([](auto&... each) { (++each, ...); }, at_);
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(iterator const& other) const { return std::get<0>(at_) == std::get<0>(other.at_); }

   private:
    zipped* from_ = nullptr;
    std::tuple<typename First::iterator, typename Rest::iterator...> at_;
  };

  iterator begin() {
    return {this, std::apply([](auto&... each) { return std::tuple{each.begin()...}; }, loaders_)};
  }
  iterator end() {
    return {this, std::apply([](auto&... each) { return std::tuple{each.end()...}; }, loaders_)};
  }

 private:
  template <class... Batches>
  batch_type& join(typename First::batch_type const& first, Batches const&... rest) {
    if (first.serial() == joined_) return *current_;  // the same step is looked at again
    auto const serial = next_batch_serial();
    current_.reset();
    current_.emplace(first.template under<batch_axis>(serial), rest.template under<batch_axis>(serial)...);
    joined_ = first.serial();
    return *current_;
  }

  std::tuple<First&, Rest&...> loaders_;
  std::optional<batch_type> current_;
  std::uint64_t joined_ = 0;  ///< serial of the first loader's batch in it
};

template <class... Loaders>
constexpr auto verdict_of_zip() {
  if constexpr (!(std::is_lvalue_reference_v<Loaders> && ...)) {
    return refuse::refused<refuse::wf425, refuse::got<std::remove_reference_t<Loaders>...>>{};
  } else {
    using first = std::remove_reference_t<std::tuple_element_t<0, std::tuple<Loaders...>>>;
    constexpr bool equal = ((std::remove_reference_t<Loaders>::batch_axis::min == first::batch_axis::min &&
                             std::remove_reference_t<Loaders>::batch_axis::max == first::batch_axis::max) &&
                            ...);
    if constexpr (equal)
      return refuse::accepted{};
    else
      return refuse::refused<refuse::wf424,
                             refuse::got<typename std::remove_reference_t<Loaders>::batch_axis...>>{};
  }
}

/// The batches of several loaders in step: `for (auto& [a, b] : zip(loader_a, loader_b))`. The loaders must
/// outlive it. Refuses: WF424 loaders with different bounds of a batch; WF425 temporaries.
template <class... Loaders>
  requires(sizeof...(Loaders) >= 2)
auto zip(Loaders&&... loaders) {
  using verdict = decltype(verdict_of_zip<Loaders...>());
  using result = zipped<std::remove_reference_t<Loaders>...>;
  if constexpr (verdict::ok) {
    return result(loaders...);
  } else {
    verdict::report();
    return refuse::stand_in<result>();
  }
}

}  // namespace wellformed::data
