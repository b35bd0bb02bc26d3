// SPDX-License-Identifier: Apache-2.0
// Node kind `map` on a GPU: one kernel for an expression. Each thread takes V neighbouring elements, 16 bytes
// of the result where all leaves allow it, and goes on by the size of the grid.
#pragma once

#include <wellformed/cuda/packet.cuh>
#include <wellformed/cuda/stream.cuh>

namespace wellformed::backend {

inline constexpr int map_threads = 256;

template <class Index, int V, class Out, class Lowered>
__global__ void __launch_bounds__(map_threads) map_kernel(Out* out, Lowered expression, index_t packets) {
  index_t const stride = index_t{gridDim.x} * map_threads;
  for (index_t p = index_t{blockIdx.x} * map_threads + threadIdx.x; p < packets; p += stride) {
    auto const read = read_packet<Index, V>(expression, p * V);
    elements<Out, V> result;
#pragma unroll
    for (int k = 0; k < V; ++k) result.at[k] = static_cast<Out>(packet_value(expression, read, k));
    *reinterpret_cast<elements<Out, V>*>(out + p * V) = result;
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

/// Blocks for so many units, one a thread; what is over the limit of a grid is a loop in the kernel.
inline unsigned map_blocks(index_t units) {
  constexpr index_t most = (index_t{1} << 31) - 1;
  index_t const wanted = (units + map_threads - 1) / map_threads;
  return static_cast<unsigned>(wanted < most ? wanted : most);
}

/// Indices of 32 bits divide faster; 2^31 minus room for what is added to them.
inline constexpr index_t most_of_32_bits = (index_t{1} << 31) - (index_t{1} << 20);

template <int V, class Out, class Lowered>
void launch_map(cudaStream_t stream, Out* out, Lowered const& expression, index_t packets) {
  if (packets == 0) return;
  if (packets * V < most_of_32_bits) {
    map_kernel<std::uint32_t, V><<<map_blocks(packets), map_threads, 0, stream>>>(out, expression, packets);
  } else {
    map_kernel<index_t, V><<<map_blocks(packets), map_threads, 0, stream>>>(out, expression, packets);
  }
  check_launch("map");
}

/// out[i] = expression at i, on a GPU. The elements that no packet holds are one launch more, of a few
/// threads.
template <class Out, class Lowered>
void map(cuda where, Out* out, Lowered const& expression, index_t count) {
  if (count == 0) return;
  constexpr int V = static_cast<int>(16 / sizeof(Out) < 4 ? 16 / sizeof(Out) : 4);
  auto const stream = stream_of(where);
  bool const whole = count % V == 0 && reads_packets<V>(expression) &&
                     reinterpret_cast<std::uintptr_t>(out) % alignof(elements<Out, V>) == 0;
  if (whole) {
    launch_map<V>(stream, out, expression, count / V);
  } else {
    launch_map<1>(stream, out, expression, count);
  }
}

/// Sends the gradient of each element to the tracked leaves, on a GPU.
template <class E, class Lowered>
void map_backward(cuda where, E const* gradient, Lowered const& expression, index_t count) {
  if (count == 0) return;
  map_backward_kernel<<<map_blocks(count), map_threads, 0, stream_of(where)>>>(gradient, expression, count);
  check_launch("map_backward");
}

}  // namespace wellformed::backend
