// SPDX-License-Identifier: Apache-2.0
// Blocks of numbers that several layers share under a tag. They lie behind the numbers that belong to one
// layer each.
#pragma once

#include <wellformed/expr/gradients.hpp>
#include <wellformed/nn/layer.hpp>

namespace wellformed::nn {

/// The numbers of layer Owner, shared under Tag.
template <class Tag, class Owner>
struct shared_block {
  using tag = Tag;
  using owner = Owner;
};

/// Tells blocks apart at run time.
template <class Block>
inline constexpr char block_key = 0;

template <class List>
struct shared_blocks;
template <class... Blocks>
struct shared_blocks<type_list<Blocks...>> {
  static constexpr index_t total = (index_t{0} + ... + Blocks::owner::parameters);
  static constexpr block_place table[sizeof...(Blocks) + 1] = {
      {&block_key<Blocks>, Blocks::owner::parameters}..., {nullptr, 0}};
};

/// Where the numbers of Block begin.
template <class Block>
constexpr index_t place_of(block_place const* table) {
  index_t offset = 0;
  while (table->key != &block_key<Block>) offset += (table++)->count;
  return offset;
}

}  // namespace wellformed::nn
