// SPDX-License-Identifier: Apache-2.0
// Copies of elements of any type from one arrangement to another: permuted axes, and blocks with gaps.
#pragma once

#include <cstddef>

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// out is contiguous with these extents; its element at an index lies in `in` at the sum of index * step.
void permute(host, void* out, void const* in, std::size_t element_bytes, int rank, index_t const* extents,
             index_t const* steps);
/// The same on a GPU, in its stream.
void permute(cuda, void* out, void const* in, std::size_t element_bytes, int rank, index_t const* extents,
             index_t const* steps);

/// `count` blocks of `bytes` each; the next block begins `out_step` and `in_step` bytes after the last.
void copy_blocks(host, void* out, index_t out_step, void const* in, index_t in_step, index_t bytes,
                 index_t count);
/// The same on a GPU, in its stream.
void copy_blocks(cuda, void* out, index_t out_step, void const* in, index_t in_step, index_t bytes,
                 index_t count);

}  // namespace wellformed::backend
