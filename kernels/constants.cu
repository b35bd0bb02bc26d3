// SPDX-License-Identifier: Apache-2.0
// Numbers of the program on a GPU. While a graph is recorded they travel as arguments of kernels, which the
// graph keeps.
#include <algorithm>
#include <cstring>

#include <wellformed/tensor/transfer.hpp>

#include "launch.cuh"

namespace wellformed::backend {

namespace {

constexpr std::size_t piece_bytes = 2048;                    // an argument has room for 4096
constexpr std::size_t most_recorded = std::size_t{1} << 17;  // 64 launches: more is done step by step
struct piece {
  unsigned char bytes[piece_bytes];
};

__global__ void write_kernel(unsigned char* to, __grid_constant__ piece const from, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) to[i] = from.bytes[i];
}

}  // namespace

void copy_constants(cuda where, void* to, void const* from, std::size_t bytes) {
  auto& on = context_of(where);
  if (!on.records() || bytes > most_recorded) return copy_in(where, to, from, bytes);
  for (std::size_t done = 0; done < bytes; done += piece_bytes) {
    auto const count = std::min(piece_bytes, bytes - done);
    piece part{};
    std::memcpy(part.bytes, static_cast<unsigned char const*>(from) + done, count);
    launch(on, "copy_constants", write_kernel, 1, 256, 0, static_cast<unsigned char*>(to) + done, part,
           static_cast<unsigned>(count));
  }
}

}  // namespace wellformed::backend
