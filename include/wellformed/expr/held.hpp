// SPDX-License-Identifier: Apache-2.0
// What an element-wise expression holds of its tensors: their blocks, and the rows they have in common. Its
// type knows no more than how many there are, so that statements share its code: built into each of them, it
// would be most of what a statement costs to compile.
#pragma once

#include <type_traits>
#include <utility>

#include <wellformed/tensor/tensor.hpp>

namespace wellformed {

/// An operand, as the checks see it: `count` blocks to hold (to take over if `movable`), extents, batch,
/// number of the GPU. No extents: a number.
struct operand_rows {
  slab const* blocks = nullptr;
  int count = 0;
  bool movable = false;
  index_t const* extents = nullptr;
  std::uint64_t serial = 0;
  int ordinal = 0;
};

namespace holding {

/// The batch and the GPU of a result.
struct joined {
  std::uint64_t serial = 0;
  int ordinal = 0;
};

/// Holds the blocks of the operands, one after the other, and writes the extents they share.
void hold(slab* blocks, index_t* extents, int rank, operand_rows const* operands, std::size_t count) noexcept;

/// The same. Throws WF402, WF410 or WF604, before anything is held, if they are not of one batch or not on
/// one device.
joined join(slab* blocks, index_t* extents, int rank, operand_rows const* operands, std::size_t count);

/// Where the elements of each block are. Throws WF733 if one is empty.
void addresses(slab const* blocks, std::size_t count, void const** result);

inline constexpr int ordinal_of(host) { return 0; }
inline constexpr int ordinal_of(cuda where) { return where.ordinal; }

template <class Operand>
inline constexpr bool movable = !std::is_lvalue_reference_v<Operand> && !std::is_const_v<Operand>;

}  // namespace holding

/// `Alike`: the types of operands say that they agree in all of it, so there is nothing to check.
template <std::size_t Rank, std::size_t Blocks, class Device, bool Alike>
class held_rows {
 public:
  /// Operands are held_rows, tensors and operand_rows. One alone cannot be of another batch.
  template <class... Operands>
  [[gnu::noinline]] explicit held_rows(std::in_place_t, Operands&&... operands) noexcept(
      Alike || (sizeof...(Operands) == 1 && std::is_same_v<Device, host>)) {
    operand_rows const rows[] = {seen(operands, holding::movable<Operands>)...};
    if constexpr (Alike) {
      holding::hold(blocks_, extents_.data(), static_cast<int>(Rank), rows, sizeof...(Operands));
    } else {
      auto const result =
          holding::join(blocks_, extents_.data(), static_cast<int>(Rank), rows, sizeof...(Operands));
      serial_ = result.serial;
      if constexpr (!std::is_same_v<Device, host>) where_.ordinal = result.ordinal;
    }
  }
  [[gnu::noinline]] held_rows(held_rows const&) = default;
  [[gnu::noinline]] held_rows(held_rows&&) = default;
  [[gnu::noinline]] ~held_rows() {}

  std::array<index_t, Rank> const& extents() const noexcept { return extents_; }
  std::uint64_t serial() const noexcept { return serial_; }
  Device where() const noexcept { return where_; }
  slab const* blocks() const noexcept { return blocks_; }

 private:
  static operand_rows seen(operand_rows const& x, bool) { return x; }
  template <std::size_t N>
  static operand_rows seen(held_rows<Rank, N, Device, Alike> const& x, bool movable) {
    return {x.blocks(),         static_cast<int>(N), movable,
            x.extents().data(), x.serial(),          holding::ordinal_of(x.where())};
  }
  template <Tensor T>
  static operand_rows seen(T const& x, bool movable) {
    int ordinal = 0;
    if constexpr (!std::is_same_v<Device, host>) ordinal = holding::ordinal_of(x.where());
    return {&x.block(), 1, movable, x.extents().data(), x.serial(), ordinal};
  }

  slab blocks_[Blocks == 0 ? 1 : Blocks];
  std::array<index_t, Rank> extents_{};
  std::uint64_t serial_ = 0;
  [[no_unique_address]] Device where_{};
};

}  // namespace wellformed
