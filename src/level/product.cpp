// SPDX-License-Identifier: Apache-2.0
// Matrix products, compiled once a level: tiles of the result are held in registers, columns of b packed for
// them once. The loops are those of Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication
// (2008).
#include "functions.hpp"
#include "vector.hpp"

namespace wellformed::backend {
namespace {

/// A tile of rows x (2 vectors) sums: as many as there are registers for, beside two of b and one of a.
inline constexpr int tile_rows = LEVEL_BYTES == 64 ? 12 : LEVEL_BYTES == 32 ? 6 : 4;
template <class T>
inline constexpr index_t tile_columns = 2 * width<T>;
inline constexpr index_t depth_block = 256;  // rows of b at a time: a tile's columns stay in the first cache
inline constexpr index_t column_block = 1 << 10;  // columns of b at a time: its block stays in the second

constexpr index_t up_to(index_t n, index_t multiple) { return (n + multiple - 1) / multiple * multiple; }
constexpr index_t lesser(index_t a, index_t b) { return a < b ? a : b; }

/// to[p step + r] = from[r row + p column] for r < rows <= width; zero for r of [rows, width), which may be
/// overwritten by what is written next.
template <class T>
void gather_lines(T* to, index_t step, T const* from, index_t rows, index_t depth, index_t row,
                  index_t column) {
  constexpr index_t wide = width<T>;
  index_t p = 0;
  if (column == 1) {
    for (; p + wide <= depth; p += wide) {
      vector<T> square[wide];
      for (index_t r = 0; r < wide; ++r) square[r] = r < rows ? load(from + r * row + p) : vector<T>{};
      transpose<T>(square);
      for (index_t i = 0; i < wide; ++i) store(to + (p + i) * step, square[i]);
    }
  } else if (row == 1) {
    for (; p < depth; ++p) store(to + p * step, load_at(from + p * column, rows));
  }
  for (; p < depth; ++p) {
    vector<T> line{};
    for (index_t r = 0; r < rows; ++r) line[r] = from[r * row + p * column];
    store(to + p * step, line);
  }
}

/// Columns [0, columns) of `depth` rows of b as panels of tile_columns, zeros behind the last.
template <class T>
void pack_columns(T* to, T const* b, index_t depth, index_t columns, index_t row, index_t column) {
  constexpr index_t wide = tile_columns<T>;
  for (index_t j = 0; j < columns; j += wide, to += depth * wide) {
    for (index_t half = 0; half < wide && (half == 0 || j + half < columns); half += width<T>) {
      gather_lines(to + half, wide, b + (j + half) * column, lesser(columns - j - half, width<T>), depth,
                   column, row);
    }
  }
}

/// `rows` rows of a as (depth, tile_rows), zeros behind the last; writes a vector more.
template <class T>
void pack_rows(T* to, T const* a, index_t rows, index_t depth, index_t row, index_t column) {
  constexpr index_t high = tile_rows, wide = width<T>;
  if (row == 1 && rows == high) {
    for (index_t p = 0; p < depth; ++p) __builtin_memcpy(to + p * high, a + p * column, sizeof(T) * high);
  } else if constexpr (high <= wide) {
    gather_lines(to, high, a, rows, depth, row, column);
  } else {
    static_assert(high <= 2 * wide);
    T lines[2][depth_block * wide];
    gather_lines(lines[0], wide, a, lesser(rows, wide), depth, row, column);
    gather_lines(lines[1], wide, a + wide * row, rows > wide ? rows - wide : 0, depth, row, column);
    for (index_t p = 0; p < depth; ++p) {
      store(to + p * high, load(static_cast<T const*>(lines[0]) + p * wide));
      store(to + p * high + wide, load(static_cast<T const*>(lines[1]) + p * wide));
    }
  }
}

/// The tile of `depth` products: c += or =, bias first where it is given. Halves: vectors a row.
template <class T, int Halves>
void tile(T* c, index_t step, T const* a, T const* b, index_t depth, index_t rows, index_t columns,
          T const* bias, bool adds) {
  constexpr index_t wide = width<T>;
  vector<T> sums[tile_rows][Halves]{};
  for (index_t p = 0; p < depth; ++p) {
    vector<T> of_b[Halves];
#pragma GCC unroll 2
    for (int half = 0; half < Halves; ++half) of_b[half] = load(b + p * 2 * wide + half * wide);
#pragma GCC unroll 12
    for (int r = 0; r < tile_rows; ++r) {
      vector<T> const factor = all(a[p * tile_rows + r]);
#pragma GCC unroll 2
      for (int half = 0; half < Halves; ++half) sums[r][half] += factor * of_b[half];
    }
  }
#pragma GCC unroll 12
  for (int r = 0; r < tile_rows; ++r) {
    if (r >= rows) break;
#pragma GCC unroll 2
    for (int half = 0; half < Halves; ++half) {
      index_t const first = half * wide, here = lesser(columns - first, wide);
      if (here <= 0) break;
      T* const to = c + r * step + first;
      vector<T> sum = sums[r][half];
      if (bias != nullptr) sum += load_at(bias + first, here);
      if (adds) sum += load_at(static_cast<T const*>(to), here);
      store_at(to, sum, here);
    }
  }
}

template <class T>
index_t workspace(index_t n, index_t k) {
  return static_cast<index_t>(sizeof(T)) * lesser(k, depth_block) *
         up_to(lesser(n, column_block), tile_columns<T>);
}

template <class T>
void multiply(product_call<T> const& call) {
  constexpr index_t wide = tile_columns<T>;
  auto* const packed = static_cast<T*>(call.workspace);
  alignas(64) T rows_of_a[depth_block * tile_rows + 2 * width<T>];
  for (index_t j = 0; j < call.n; j += column_block) {
    index_t const columns = lesser(call.n - j, column_block);
    for (index_t p = 0; p < call.k; p += depth_block) {
      index_t const depth = lesser(call.k - p, depth_block);
      pack_columns(packed, call.b + p * call.b_row + j * call.b_column, depth, columns, call.b_row,
                   call.b_column);
      for (index_t i = 0; i < call.m; i += tile_rows) {
        index_t const rows = lesser(call.m - i, tile_rows);
        pack_rows(rows_of_a, call.a + i * call.a_row + p * call.a_column, rows, depth, call.a_row,
                  call.a_column);
        for (index_t t = 0; t < columns; t += wide) {
          auto const compute = columns - t <= width<T> ? tile<T, 1> : tile<T, 2>;
          compute(call.c + i * call.n + j + t, call.n, rows_of_a, packed + t * depth, depth, rows,
                  columns - t, p == 0 && call.bias != nullptr ? call.bias + j + t : nullptr,
                  call.adds || p > 0);
        }
      }
    }
  }
}

}  // namespace

namespace LEVEL {
extern product_functions<float> const products_of_float;
extern product_functions<double> const products_of_double;
product_functions<float> const products_of_float{multiply<float>, workspace<float>};
product_functions<double> const products_of_double{multiply<double>, workspace<double>};
}  // namespace LEVEL

}  // namespace wellformed::backend
