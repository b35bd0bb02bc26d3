// SPDX-License-Identifier: Apache-2.0
// Node kind `gather` on the host: rows of (outer, n, inner) by index, and gradients back to where they came
// from.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Whose words the error gets for an index outside of its axis: WF214 or WF801.
enum class index_use { gather, embedding };

/// Position of the first index outside of [0, n), or -1. For uint8, int32 and int64.
template <class Index>
index_t first_outside(host, Index const* at, index_t count, index_t n);
/// The same on a GPU, in its stream; the position is written to `first`, in its memory.
template <class Index>
void first_outside(cuda, Index const* at, index_t count, index_t n, index_t* first);

/// out (outer, count, inner) = in (outer, at[...], inner), of elements of any type; `inner_bytes` is inner's
/// size.
template <class Index>
void gather(host, void* out, void const* in, Index const* at, index_t outer, index_t n, index_t count,
            index_t inner_bytes);
/// The same on a GPU, in its stream. An index outside of [0, n) is noted as an offence, and its row is zeros.
template <class Index>
void gather(cuda, void* out, void const* in, Index const* at, index_t outer, index_t n, index_t count,
            index_t inner_bytes, index_use use = index_use::gather);

/// gx (outer, at[...], inner) += gy (outer, count, inner). For float and double.
template <class T, class Index>
void gather_backward(host, T* gx, T const* gy, Index const* at, index_t outer, index_t n, index_t count,
                     index_t inner);
/// The same on a GPU, in its stream and in a fixed order: rows are sorted by index, then added run by run. An
/// index outside of [0, n) is noted as an offence, and its row is left out.
template <class T, class Index>
void gather_backward(cuda, T* gx, T const* gy, Index const* at, index_t outer, index_t n, index_t count,
                     index_t inner, index_use use = index_use::gather);

/// gx (outer, at(outer, inner), inner) = gy (outer, inner): the gradient of picking one of n.
template <class T>
void place(host, T* gx, T const* gy, index_t const* at, index_t outer, index_t n, index_t inner);
/// The same on a GPU, in its stream. An index outside of [0, n) is noted as an offence, and places nothing.
template <class T>
void place(cuda, T* gx, T const* gy, index_t const* at, index_t outer, index_t n, index_t inner);

}  // namespace wellformed::backend
