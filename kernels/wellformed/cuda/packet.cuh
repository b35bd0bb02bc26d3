// SPDX-License-Identifier: Apache-2.0
// Elements of an expression's leaves, read at once: up to 16 bytes an access where neighbours are read and a
// leaf is contiguous. A packet holds what was read; values come from it, so that each leaf is read once an
// element.
#pragma once

#include <wellformed/backend/lowered.hpp>
#include <wellformed/cuda/elements.cuh>

namespace wellformed::backend {

/// The offset of element i of a repeated operand. Index is 32 bits wide where the count allows: a division by
/// it is several times cheaper.
template <class Index, int Rank>
__device__ index_t offset_at(steps<Rank> const& where, index_t i) {
  if constexpr (Rank == 0) return 0;
  auto rest = static_cast<Index>(i);
  index_t offset = 0;
  for (int axis = Rank - 1; axis > 0; --axis) {
    auto const extent = static_cast<Index>(where.extent[axis]);
    auto const quotient = rest / extent;
    offset += static_cast<index_t>(rest - quotient * extent) * where.step[axis];
    rest = quotient;
  }
  return offset + static_cast<index_t>(rest) * where.step[0];
}

/// Which elements a packet holds: neighbours, aligned, from `first` on; or every `step`th, none behind
/// `last`.
struct packet_place {
  index_t first, step, last;
  bool is_together;
  __device__ index_t at(int k) const {
    index_t const i = first + k * step;
    return i < last ? i : last;
  }
};

/// V elements of a leaf.
template <class Index, int V, class E>
__device__ elements<E, V> plain_packet(E const* from, packet_place const& place) {
  if (place.is_together) return *reinterpret_cast<elements<E, V> const*>(from + place.first);
  elements<E, V> read;
#pragma unroll
  for (int k = 0; k < V; ++k) read.at[k] = from[place.at(k)];
  return read;
}
template <class Index, int V, class E>
__device__ elements<E, V> read_packet(load<E> const& leaf, packet_place const& place) {
  return plain_packet<Index, V>(leaf.from, place);
}
template <class Index, int V, class E>
__device__ elements<E, V> read_packet(load_tracked<E> const& leaf, packet_place const& place) {
  return plain_packet<Index, V>(leaf.from, place);
}
template <class Index, int V, class E>
__device__ elements<E, 1> read_packet(constant<E> const& leaf, packet_place const&) {
  return {{leaf.held}};
}
/// The last run of a repeated operand is a multiple of V long where neighbours are read: one offset serves
/// all.
template <class Index, int V, class E, int Rank>
__device__ elements<E, V> repeated_packet(E const* from, steps<Rank> const& where,
                                          packet_place const& place) {
  index_t const first = offset_at<Index>(where, place.first);
  index_t const step = Rank == 0 ? 0 : where.step[Rank == 0 ? 0 : Rank - 1];
  elements<E, V> read;
#pragma unroll
  for (int k = 0; k < V; ++k) {
    read.at[k] = from[place.is_together ? first + k * step : offset_at<Index>(where, place.at(k))];
  }
  return read;
}
template <class Index, int V, class E, class Steps>
__device__ elements<E, V> read_packet(load_repeated<E, Steps> const& leaf, packet_place const& place) {
  return repeated_packet<Index, V>(leaf.from, leaf.where, place);
}
template <class Index, int V, class E, class Steps>
__device__ elements<E, V> read_packet(load_spread<E, Steps> const& leaf, packet_place const& place) {
  return repeated_packet<Index, V>(leaf.from, leaf.where, place);
}

/// The packets of an operation's operands.
template <class Index, int V, class F, std::size_t... I, class... A>
__device__ auto read_packet(applied<F, std::index_sequence<I...>, A...> const& call,
                            packet_place const& place) {
  using read =
      slots<std::index_sequence<I...>, decltype(read_packet<Index, V>(std::declval<A const&>(), place))...>;
  return read{{read_packet<Index, V>(call.operands.slot<I, A>::held, place)}...};
}

/// Element k of a packet of a leaf; constants hold one for all.
template <class Leaf, class E, int V>
__device__ E packet_value(Leaf const&, elements<E, V> const& packet, int k) {
  return packet.at[V == 1 ? 0 : k];
}
template <class F, std::size_t... I, class... A, class... P>
__device__ auto packet_value(applied<F, std::index_sequence<I...>, A...> const& call,
                             slots<std::index_sequence<I...>, P...> const& packet, int k) {
  return call.functor.value(packet_value(call.operands.slot<I, A>::held, packet.slot<I, P>::held, k)...);
}

// What the host asks of an expression before it chooses a kernel.

/// Whether V elements of each leaf from a multiple of V on can be read at once.
template <int V, class E>
bool reads_packets(load<E> const& leaf) {
  return reinterpret_cast<std::uintptr_t>(leaf.from) % alignof(elements<E, V>) == 0;
}
template <int V, class E>
bool reads_packets(load_tracked<E> const& leaf) {
  return (reinterpret_cast<std::uintptr_t>(leaf.from) | reinterpret_cast<std::uintptr_t>(leaf.gradient)) %
             alignof(elements<E, V>) ==
         0;
}
template <int V, class E>
bool reads_packets(constant<E> const&) {
  return true;
}
template <int V, int Rank>
bool reads_packets(steps<Rank> const& where) {
  return Rank == 0 || where.extent[Rank == 0 ? 0 : Rank - 1] % V == 0;
}
template <int V, class E, class Steps>
bool reads_packets(load_repeated<E, Steps> const& leaf) {
  return reads_packets<V>(leaf.where);
}
template <int V, class E, class Steps>
bool reads_packets(load_spread<E, Steps> const& leaf) {
  return reads_packets<V>(leaf.where) &&
         reinterpret_cast<std::uintptr_t>(leaf.gradient) % alignof(elements<E, V>) == 0;
}
template <int V, class F, std::size_t... I, class... A>
bool reads_packets(applied<F, std::index_sequence<I...>, A...> const& call) {
  return (reads_packets<V>(call.operands.slot<I, A>::held) && ...);
}

}  // namespace wellformed::backend
