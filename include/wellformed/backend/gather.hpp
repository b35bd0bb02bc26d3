// SPDX-License-Identifier: Apache-2.0
// Node kind `gather` on the host: rows of (outer, n, inner) by index, and gradients back to where they came
// from.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed::backend::host {

/// Position of the first index outside of [0, n), or -1. For uint8, int32 and int64.
template <class Index>
index_t first_outside(Index const* at, index_t count, index_t n);

/// out (outer, count, inner) = in (outer, at[...], inner), of elements of any type; `inner_bytes` is inner's
/// size.
template <class Index>
void gather(void* out, void const* in, Index const* at, index_t outer, index_t n, index_t count,
            index_t inner_bytes);

/// gx (outer, at[...], inner) += gy (outer, count, inner). For float and double.
template <class T, class Index>
void gather_backward(T* gx, T const* gy, Index const* at, index_t outer, index_t n, index_t count,
                     index_t inner);

/// gx (outer, at(outer, inner), inner) = gy (outer, inner): the gradient of picking one of n.
template <class T>
void place(T* gx, T const* gy, index_t const* at, index_t outer, index_t n, index_t inner);

}  // namespace wellformed::backend::host
