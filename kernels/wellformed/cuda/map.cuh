// SPDX-License-Identifier: Apache-2.0
// Node kind `map` on a GPU: one kernel for an expression. Each thread takes V elements at once and goes on by
// the size of the grid: neighbours, 16 bytes of the result, where all leaves allow it, else every 256th.
#pragma once

#include <wellformed/cuda/packet.cuh>
#include <wellformed/cuda/stream.cuh>

namespace wellformed::backend {

inline constexpr int map_threads = 256;

template <class Index, int V, class Out, class Lowered>
__global__ void __launch_bounds__(map_threads)
    map_kernel(Out* out, Lowered expression, index_t count, bool is_together) {
  index_t const stride = index_t{gridDim.x} * map_threads * V;
  for (index_t block = index_t{blockIdx.x} * map_threads * V; block < count; block += stride) {
    int const thread = static_cast<int>(threadIdx.x);
    packet_place const place{block + (is_together ? thread * V : thread), is_together ? 1 : map_threads,
                             count - 1, is_together};
    if (place.first >= count) return;
    auto const read = read_packet<Index, V>(expression, place);
    elements<Out, V> result;
#pragma unroll
    for (int k = 0; k < V; ++k) result.at[k] = static_cast<Out>(packet_value(expression, read, k));
    if (is_together) {
      *reinterpret_cast<elements<Out, V>*>(out + place.first) = result;
    } else {
#pragma unroll
      for (int k = 0; k < V; ++k) {
        if (place.first + k * map_threads < count) out[place.first + k * map_threads] = result.at[k];
      }
    }
  }
}

template <class E, class Lowered>
__global__ void __launch_bounds__(map_threads)
    map_backward_kernel(E const* gradient, Lowered expression, index_t count) {
  index_t const stride = index_t{gridDim.x} * map_threads;
  for (index_t i = index_t{blockIdx.x} * map_threads + threadIdx.x; i < count; i += stride) {
    expression.backward(i, expression.forward(i), gradient[i]);
  }
}

/// Indices of 32 bits divide faster; 2^31 minus room for what is added to them.
inline constexpr index_t most_of_32_bits = (index_t{1} << 31) - (index_t{1} << 20);

/// out[i] = expression at i, on a GPU: one launch. Where Count says that there are few elements, no kernel
/// with indices of 64 bits is made.
template <class Out, class Lowered, class Count>
void map(cuda where, Out* out, Lowered const& expression, Count const& bounded) {
  index_t count = bounded;
  if (count == 0) return;
  constexpr int V = static_cast<int>(16 / sizeof(Out) < 4 ? 16 / sizeof(Out) : 4);
  bool is_together = count % V == 0 && reads_packets<V>(expression) &&
                     reinterpret_cast<std::uintptr_t>(out) % alignof(elements<Out, V>) == 0;
  void const* kernel = reinterpret_cast<void const*>(&map_kernel<std::uint32_t, V, Out, Lowered>);
  if constexpr (most_of<Count> >= most_of_32_bits) {
    if (count >= most_of_32_bits)
      kernel = reinterpret_cast<void const*>(&map_kernel<index_t, V, Out, Lowered>);
  }
  void* arguments[] = {&out, const_cast<Lowered*>(&expression), &count, &is_together};
  launch_map(where, kernel, (count + V * map_threads - 1) / (V * map_threads), map_threads, arguments);
}

/// Sends the gradient of each element to the tracked leaves, on a GPU.
template <class E, class Lowered>
void map_backward(cuda where, E const* gradient, Lowered const& expression, index_t count) {
  if (count == 0) return;
  void* arguments[] = {&gradient, const_cast<Lowered*>(&expression), &count};
  launch_map(where, reinterpret_cast<void const*>(&map_backward_kernel<E, Lowered>),
             (count + map_threads - 1) / map_threads, map_threads, arguments);
}

}  // namespace wellformed::backend
