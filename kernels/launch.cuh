// SPDX-License-Identifier: Apache-2.0
// Launch shapes within the limits of every device, and the launch itself. Grids use the x dimension alone,
// which reaches 2^31 - 1 blocks; more work than that is a loop in the kernel.
#pragma once

#include "context.cuh"

namespace wellformed::backend {

inline constexpr index_t most_blocks = 2147483647;
inline constexpr std::size_t free_shared_bytes = 48 * 1024;  // more has to be asked for

constexpr index_t ceil_div(index_t a, index_t b) { return a / b + (a % b != 0 ? 1 : 0); }

/// Blocks for `units` of which a block does `per_block`, at most `most`.
constexpr unsigned blocks_for(index_t units, index_t per_block, index_t most = most_blocks) {
  auto const wanted = ceil_div(units, per_block);
  return static_cast<unsigned>(wanted < most ? wanted : most);
}

/// Blocks for a loop over `units` with the stride of the grid: enough to fill the device a few times.
inline unsigned blocks_of_loop(context const& on, index_t units, index_t per_block,
                               int waves_of_blocks = 32) {
  return blocks_for(units, per_block, index_t{on.multiprocessors()} * waves_of_blocks);
}

/// True if products and sums of indices up to `count` fit into 32 bits, signed.
constexpr bool fits_32_bits(index_t count) { return count <= (index_t{1} << 31) - 1 - (index_t{1} << 24); }

/// Calls f with a value of the index type that reaches `count`: std::int32_t or index_t.
template <class F>
void with_index(index_t count, F f) {
  if (fits_32_bits(count)) {
    f(std::int32_t{0});
  } else {
    f(index_t{0});
  }
}

/// True if each pointer (null ones too) is a multiple of `Bytes`.
template <std::size_t Bytes = 16, class... T>
bool are_aligned(T const*... p) {
  return ((reinterpret_cast<std::uintptr_t>(p) % Bytes == 0) && ...);
}

/// Launches `kernel` in the context's stream unless there are no blocks, and throws if that fails. `name` is
/// for the error.
template <class... Parameters, class... Arguments>
void launch(context& on, char const* name, void (*kernel)(Parameters...), unsigned blocks, unsigned threads,
            std::size_t shared, Arguments... arguments) {
  if (blocks == 0) return;
  if (shared > free_shared_bytes) {
    check(cudaFuncSetAttribute(reinterpret_cast<void const*>(kernel),
                               cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
          name);
  }
  kernel<<<blocks, threads, shared, on.stream()>>>(arguments...);
  check_launch(name);
}

}  // namespace wellformed::backend
