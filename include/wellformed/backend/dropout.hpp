// SPDX-License-Identifier: Apache-2.0
// Dropout by counter: the mask is a function of (seed, draw, element), so it is never stored.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// y = keep(i) ? x / (1 - p) : 0, where keep(i) is uniform(i) >= p of the stream (seed, draw). The way back
/// is the same function of the gradient. y may be x.
template <class T>
void dropout(host, T* y, T const* x, double p, std::uint64_t seed, std::uint64_t draw, index_t count);
/// The same on a GPU, in its stream.
template <class T>
void dropout(cuda, T* y, T const* x, double p, std::uint64_t seed, std::uint64_t draw, index_t count);
/// The draw is *first_draw + draw, where `first_draw` lies in the GPU's memory: a graph that is launched
/// again takes other numbers.
template <class T>
void dropout(cuda, T* y, T const* x, double p, std::uint64_t seed, std::uint64_t const* first_draw,
             std::uint64_t draw, index_t count);

}  // namespace wellformed::backend
