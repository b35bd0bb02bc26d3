// SPDX-License-Identifier: Apache-2.0
// An operand that repeats along axes it does not have. Nothing is copied: the pass reads with steps of zero,
// and gradients of the repeats add up.
#pragma once

#include <wellformed/backend/lowered.hpp>
#include <wellformed/expr/operand.hpp>
#include <wellformed/types/weaken.hpp>

namespace wellformed {

namespace broadcasting {

/// In how many ways the axes of From lie among those of To, in order, and the first of them.
template <class From, class To>
struct pattern;
template <class... From, class... To>
struct pattern<axes<From...>, axes<To...>> {
  static constexpr int rank = sizeof...(To);
  static constexpr int own = sizeof...(From);
  template <class T>
  static constexpr std::array<bool, sizeof...(From) + 1> same_as = {std::is_same_v<From, T>..., false};
  static constexpr std::array<std::array<bool, sizeof...(From) + 1>, sizeof...(To) + 1> same = {
      same_as<To>..., {}};

  /// Ways to place the axes of From from number `f` on, in those of To from number `t` on.
  static constexpr int ways(std::size_t f, std::size_t t) {
    if (f == sizeof...(From)) return 1;
    if (t == sizeof...(To)) return 0;
    return ways(f, t + 1) + (same[t][f] ? ways(f + 1, t + 1) : 0);
  }
  static constexpr bool fits = ways(0, 0) > 0;
  static constexpr bool ambiguous = ways(0, 0) > 1;
  static constexpr std::array<bool, sizeof...(To) + 1> has = [] {
    std::array<bool, sizeof...(To) + 1> result{};
    for (std::size_t t = 0, f = 0; t < sizeof...(To); ++t) {
      if (f != sizeof...(From) && same[t][f]) {
        result[t] = true;
        ++f;
      }
    }
    return result;
  }();
  static constexpr bool present(int i) { return has[static_cast<std::size_t>(i)]; }
  /// Neighbours of one kind are one run: a step per run is enough.
  static constexpr int runs = [] {
    int count = 0;
    for (int i = 0; i < rank; ++i) count += i == 0 || present(i) != present(i - 1) ? 1 : 0;
    return count;
  }();
};

/// Steps of an operand with axes From, seen as To with these extents.
template <class From, class To>
auto steps_of(extents_of<To> const& extents) {
  using shape = pattern<From, To>;
  backend::steps<shape::runs> result{};
  int run = shape::runs - 1;
  index_t step = 1;
  index_t length = 1;
  for (int i = shape::rank - 1; i >= 0; --i) {
    length *= extents[static_cast<std::size_t>(i)];
    if (i > 0 && shape::present(i) == shape::present(i - 1)) continue;
    result.extent[run] = length;
    result.step[run] = shape::present(i) ? step : 0;
    if (shape::present(i)) step *= length;
    length = 1;
    --run;
  }
  return result;
}

}  // namespace broadcasting

/// Held (a tensor or a tracked leaf) repeated to the axes To.
template <class Held, class To>
struct repeated {
  using is_expression = void;
  using element = typename Held::element;
  using meaning = moved_meaning<typename Held::meaning, typename Held::axes_type, To>;
  using axes_type = To;
  using device = typename Held::device;
  using from = typename Held::axes_type;
  static constexpr bool tracked = Held::tracked;

  Held held;
  extents_of<To> to;
  std::uint64_t number;

  extents_of<To> const& extents() const noexcept { return to; }
  std::uint64_t serial() const noexcept { return number; }
  auto where() const { return held.where(); }
  auto steps() const { return broadcasting::steps_of<from, To>(to); }
};

}  // namespace wellformed
