// SPDX-License-Identifier: Apache-2.0
// The check of an index as it is loaded: one comparison; an offence is noted with the CPU's words.
#pragma once

#include <wellformed/backend/gather.hpp>

#include "context.cuh"

namespace wellformed::backend {

/// Knows the axis of `n` elements and whose indices they are.
struct index_check {
  error_record* word;
  index_t n;
  index_use use;

  index_check(context const& on, index_t axis, index_use whose) : word(on.word()), n(axis), use(whose) {}

#ifdef __CUDACC__
  __device__ bool inside(index_t index) const {
    return static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(n);
  }
  __device__ void note(index_t position, index_t index) const {
    bool const embedded = use == index_use::embedding;
    report(word, embedded ? 801 : 214, embedded ? kernel_name::embedding : kernel_name::gather, position,
           index, n);
  }
#endif
};

}  // namespace wellformed::backend
