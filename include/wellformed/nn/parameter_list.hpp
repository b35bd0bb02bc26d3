// SPDX-License-Identifier: Apache-2.0
// Names, places and extents of all parameters and running statistics of a model, as constant arrays.
#pragma once

#include <wellformed/nn/model.hpp>

namespace wellformed::nn {

/// A name that is built at compile time: "3.1.weight".
struct path {
  char text[64] = {};
  int length = 0;

  constexpr path with(char const* words) const {
    path longer = *this;
    while (*words != 0 && longer.length < 63) longer.text[longer.length++] = *words++;
    return longer;
  }
  constexpr path with(int number) const {
    char digits[12] = {};
    int at = 11;
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    return with(digits + at).with(".");
  }
  constexpr bool is(char const* words) const {
    for (int i = 0; i <= length; ++i) {
      if (text[i] != words[i]) return false;
    }
    return true;
  }
};

/// One parameter: its name, where it begins in the model's buffer, how many numbers it has.
struct parameter_place {
  path name{};
  index_t offset = 0;
  index_t count = 0;
  int rank = 1;
  std::array<index_t, 2> extents{};
};

/// Collects places; without room it counts them.
struct place_collector {
  parameter_place* room = nullptr;
  int used = 0;
  bool buffers = false;
  block_place const* table = nullptr;
  index_t shared = 0;         ///< where shared blocks begin
  void const* seen[64] = {};  ///< blocks that were listed
  int seen_count = 0;

  template <class Table>
  constexpr void add(Table const& table_of_layer, path const& prefix, index_t offset) {
    for (auto const& info : table_of_layer) {
      if (room != nullptr) {
        room[used] = {prefix.with(info.name), offset, info.count, info.rank, info.extents};
        if (info.rank == 1) room[used].extents = {info.count, 1};
      }
      ++used;
      offset += info.count;
    }
  }
  /// A shared block is listed where it is met first.
  template <class Block>
  constexpr void add_block(type_list<Block>, path const& prefix) {
    for (int i = 0; i < seen_count; ++i) {
      if (seen[i] == &block_key<Block>) return;
    }
    seen[seen_count++] = &block_key<Block>;
    add(Block::owner::parameter_table(), prefix, shared + place_of<Block>(table));
  }
};

template <class Layer>
constexpr void collect(place_collector& into, path const& prefix, index_t parameter, index_t buffer) {
  if constexpr (requires { Layer::contains_layers; }) {
    Layer::each_layer_type([&]<class L>(type_tag<L>, index_t p, index_t b, int number) {
      collect<L>(into, prefix.with(number), parameter + p, buffer + b);
    });
  } else if (into.buffers) {
    into.add(Layer::buffer_table(), prefix, buffer);
  } else {
    if constexpr (!std::is_same_v<typename Layer::shared, type_list<>>) {
      into.add_block(typename Layer::shared{}, prefix);
    }
    into.add(Layer::parameter_table(), prefix, parameter);
  }
}

template <class Layer, bool Buffers>
struct place_list {
  static constexpr place_collector start(parameter_place* room) {
    place_collector into;
    into.room = room;
    into.buffers = Buffers;
    into.table = shared_blocks<typename Layer::shared>::table;
    into.shared = Layer::parameters;
    return into;
  }
  static constexpr int count = [] {
    auto into = start(nullptr);
    collect<Layer>(into, {}, 0, 0);
    return into.used;
  }();
  static constexpr auto entries = [] {
    std::array<parameter_place, static_cast<std::size_t>(count == 0 ? 1 : count)> room{};
    auto into = start(room.data());
    collect<Layer>(into, {}, 0, 0);
    return room;
  }();
  /// Index of the parameter of this name, or -1.
  static constexpr int find(char const* name) {
    for (int i = 0; i < count; ++i) {
      if (entries[static_cast<std::size_t>(i)].name.is(name)) return i;
    }
    return -1;
  }
};

template <class Layer>
using parameter_list = place_list<Layer, false>;
template <class Layer>
using buffer_list = place_list<Layer, true>;

}  // namespace wellformed::nn
