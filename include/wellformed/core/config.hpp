// SPDX-License-Identifier: Apache-2.0
// The index type and the mark of functions that run on host and device alike.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define WF_HD __host__ __device__
#else
#define WF_HD
#endif

namespace wellformed {

/// Extents, offsets and counts. Signed, so that differences are plain arithmetic.
using index_t = std::int64_t;

/// Stands for a bound that is not known: a data set of any length.
inline constexpr index_t unbounded = INT64_MAX;

}  // namespace wellformed
