// SPDX-License-Identifier: Apache-2.0
// The extents of a tensor at run time, and their checks against the axes of its type.
#pragma once

#include <array>

#include <wellformed/core/error.hpp>
#include <wellformed/types/axes.hpp>
#include <wellformed/types/device.hpp>

namespace wellformed {

template <class L>
using extents_of = std::array<index_t, static_cast<std::size_t>(L::rank)>;

/// Extents of a fully static list.
template <class... A>
  requires(axes<A...>::is_static)
constexpr extents_of<axes<A...>> static_extents(axes<A...>) {
  return {A::min...};
}

template <std::size_t Rank>
constexpr index_t product(std::array<index_t, Rank> const& extents) {
  index_t result = 1;
  for (auto const e : extents) result *= e;
  return result;
}

/// A serial: the number of a batch in the low bits, above it the first row of a part of the batch.
inline constexpr int batch_bits = 40;
constexpr std::uint64_t serial_from_row(std::uint64_t serial, index_t row) {
  return serial + (static_cast<std::uint64_t>(row) << batch_bits);
}

namespace extents_check {

// Not inlined: operations are compiled by the hundred, and these sentences would be most of their code.
[[noreturn, gnu::noinline, gnu::cold]] inline void raise_outside(int axis, index_t got, index_t min,
                                                                 index_t max) {
  (message(302) << "axis " << axis << " has " << got << " elements, its type allows " << min << " to " << max
                << "; check which data this is, or widen the axis")
      .raise();
}
[[noreturn, gnu::noinline, gnu::cold]] inline void raise_overflow(int axis, index_t got) {
  (message(303) << "the product of the extents does not fit in 64 bits at axis " << axis << " of extent "
                << got)
      .raise();
}
[[noreturn, gnu::noinline, gnu::cold]] inline void raise_different(char const* where, std::size_t axis,
                                                                   index_t a, index_t b) {
  (message(402) << where << ": axis " << axis << " has " << a << " elements on one side and " << b
                << " on the other; use two tensors of one batch")
      .raise();
}
inline void write_batch(message& text, std::uint64_t serial) {
  text << "rows of batch " << (serial & ((std::uint64_t{1} << batch_bits) - 1));
  if (serial >> batch_bits != 0) text << " from row " << (serial >> batch_bits) << " on";
}
[[noreturn, gnu::noinline, gnu::cold]] inline void raise_two_batches(char const* where, std::uint64_t a,
                                                                     std::uint64_t b) {
  message text(410);
  text << where << ": ";
  write_batch(text, a);
  text << " meet ";
  write_batch(text, b);
  text << ", or of another table; take both operands from one batch or one table, and cut both alike";
  text.raise();
}

[[noreturn, gnu::noinline, gnu::cold]] inline void raise_two_devices(char const* where, int a, int b) {
  (message(604) << where << ": an operand on GPU " << a << " meets one on GPU " << b
                << "; move one of them with move_to<cuda>(x, cuda{" << a << "})")
      .raise();
}

}  // namespace extents_check

/// Throws WF302 if an extent is outside of the bounds of its axis, WF303 if their product overflows.
template <class... A>
void check_extents(axes<A...>, extents_of<axes<A...>> const& extents) {
  int i = 0;
  index_t total = 1;
  [[maybe_unused]] auto const check = [&](index_t min, index_t max) {
    auto const got = extents[static_cast<std::size_t>(i)];
    if (got < min || got > max) extents_check::raise_outside(i, got, min, max);
    if (__builtin_mul_overflow(total, got, &total) || total > (index_t{1} << 58)) {
      extents_check::raise_overflow(i, got);
    }
    ++i;
  };
  (check(A::min, A::max), ...);
}

/// Throws WF402 if two operands whose types allow it differ in an extent.
template <std::size_t Rank>
void check_same_extents(std::array<index_t, Rank> const& a, std::array<index_t, Rank> const& b,
                        char const* where) {
  for (std::size_t i = 0; i < Rank; ++i) {
    if (a[i] != b[i]) extents_check::raise_different(where, i, a[i], b[i]);
  }
}

/// Throws WF604 if two operands lie on two GPUs.
inline void check_same_device(host, host, char const*) {}
inline void check_same_device(cuda a, cuda b, char const* where) {
  if (a.ordinal != b.ordinal) extents_check::raise_two_devices(where, a.ordinal, b.ordinal);
}

/// A batch has a serial number; tensors made from it inherit it. 0: not from a loader.
/// Throws WF410 if rows of two batches would be mixed. Returns the serial of the result.
inline std::uint64_t join_serials(std::uint64_t a, std::uint64_t b, char const* where) {
  if (a != 0 && b != 0 && a != b) extents_check::raise_two_batches(where, a, b);
  return a != 0 ? a : b;
}

}  // namespace wellformed
