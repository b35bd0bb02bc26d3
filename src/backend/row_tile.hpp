// SPDX-License-Identifier: Apache-2.0
// Rows along the middle axis of (outer, n, inner) as contiguous ones: where inner > 1, sixteen neighbours at
// a time are copied into a tile and back, so that a row kernel has one form and no cache line is read sixteen
// times.
#pragma once

#include <wellformed/core/slab.hpp>

namespace wellformed::backend {

inline constexpr index_t tile_rows = 16;

/// tile (width, n) = x (n, width of inner)
template <class T>
void load_tile(T* tile, T const* x, index_t n, index_t inner, index_t width) {
  for (index_t c = 0; c < n; ++c) {
    for (index_t k = 0; k < width; ++k) tile[k * n + c] = x[c * inner + k];
  }
}

template <class T>
void store_tile(T* x, T const* tile, index_t n, index_t inner, index_t width) {
  for (index_t c = 0; c < n; ++c) {
    for (index_t k = 0; k < width; ++k) x[c * inner + k] = tile[k * n + c];
  }
}

/// Calls row(number, a, b, out) with contiguous rows of a, b and out, each null if it is null here. `out` may
/// be a or b. Stops where `row` returns false, and returns whether it never did.
template <class T, class Row>
bool for_each_row(index_t outer, index_t n, index_t inner, T const* a, T const* b, T* out, Row row) {
  auto const at = [](auto* from, index_t offset) { return from == nullptr ? nullptr : from + offset; };
  if (inner == 1) {
    for (index_t r = 0; r < outer; ++r) {
      if (!row(r, at(a, r * n), at(b, r * n), at(out, r * n))) return false;
    }
    return true;
  }
  index_t const size = tile_rows * n;
  slab const memory(static_cast<std::size_t>(3 * size) * sizeof(T));
  T* const tile = static_cast<T*>(memory.data());
  T* const a_tile = a == nullptr ? nullptr : tile;
  T* const b_tile = b == nullptr ? nullptr : tile + size;
  T* const out_tile = out == nullptr ? nullptr : tile + 2 * size;
  for (index_t o = 0; o < outer; ++o) {
    for (index_t i = 0; i < inner; i += tile_rows) {
      index_t const width = inner - i < tile_rows ? inner - i : tile_rows;
      index_t const first = o * n * inner + i;
      if (a != nullptr) load_tile(a_tile, a + first, n, inner, width);
      if (b != nullptr) load_tile(b_tile, b + first, n, inner, width);
      for (index_t k = 0; k < width; ++k) {
        if (!row(o * inner + i + k, at(a_tile, k * n), at(b_tile, k * n), at(out_tile, k * n))) return false;
      }
      if (out != nullptr) store_tile(out + first, out_tile, n, inner, width);
    }
  }
  return true;
}

}  // namespace wellformed::backend
