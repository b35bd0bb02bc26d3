// SPDX-License-Identifier: Apache-2.0
// Passes over one row, compiled once a level (LEVEL, LEVEL_BYTES).
#include <wellformed/core/bits.hpp>

#include "functions.hpp"
#include "vector.hpp"

namespace wellformed::backend {
namespace {

template <class T>
T greatest(T const* x, index_t n) {
  constexpr index_t step = 4 * width<T>;
  vector<T> most = all(x[0]);
  index_t i = 0;
  if (n >= step) {
    vector<T> of[4] = {most, most, most, most};
    for (; i + step <= n; i += step) {
      for (int k = 0; k < 4; ++k) of[k] = greater<T>(load(x + i + k * width<T>), of[k]);
    }
    most = greater<T>(greater<T>(of[0], of[1]), greater<T>(of[2], of[3]));
  }
  walk<T>(n - i, [&](index_t at, index_t here) { most = greater<T>(load_at(x + i + at, here, x[0]), most); });
  return greatest_of<T>(most);
}

template <class T>
inline constexpr T lowest = -__builtin_huge_val();

template <class T>
double exp_row(T* y, T const* x, T most, index_t n) {
  running_sum<T> total;
  walk<T>(n, [&](index_t i, index_t here) {
    vector<T> const power = exp(load_at(x + i, here, lowest<T>) - most);
    if (y != nullptr) store_at(y + i, power, here);
    total.add(power);
  });
  return total.total();
}

template <class T>
double distance_row(T* y, T const* x, T most, index_t n) {
  running_sum<T> total;
  walk<T>(n, [&](index_t i, index_t here) {
    vector<T> const distance = load_at(x + i, here, lowest<T>) - most;
    store_at(y + i, distance, here);
    total.add(exp(distance));
  });
  return total.total();
}

template <class T>
void scale(T* y, T factor, index_t n) {
  walk<T>(n, [&](index_t i, index_t here) { store_at(y + i, load_at(y + i, here) * factor, here); });
}

template <class T>
double sum(T const* x, index_t n) {
  running_sum<T> total;
  walk<T>(n, [&](index_t i, index_t here) { total.add(load_at(x + i, here)); });
  return total.total();
}

template <class T>
double dot(T const* x, T const* y, index_t n) {
  running_sum<T> total;
  walk<T>(n, [&](index_t i, index_t here) { total.add(load_at(x + i, here) * load_at(y + i, here)); });
  return total.total();
}

template <class T>
void softmax_slope(T* gx, T const* y, T const* gy, T dot, index_t n) {
  walk<T>(n, [&](index_t i, index_t here) {
    store_at(gx + i, load_at(y + i, here) * (load_at(gy + i, here) - dot), here);
  });
}

template <class T>
void log_softmax_slope(T* gx, T const* y, T const* gy, T total, index_t n) {
  walk<T>(n, [&](index_t i, index_t here) {
    store_at(gx + i, load_at(gy + i, here) - exp(load_at(y + i, here)) * total, here);
  });
}

/// element_loss::bce_with_logits with w = 1, of vectors.
template <class T>
double bce_with_logits(T const* x, T const* target, T* losses, T* gradient, index_t n) {
  running_sum<T> total;
  walk<T>(n, [&](index_t i, index_t here) {
    vector<T> const v = load_at(x + i, here, T(1e4)), t = load_at(target + i, here, T(1));
    vector<T> const positive = v > T(0) ? v : vector<T>{}, negative = positive - v;
    vector<T> const e = exp(-(positive + negative));
    vector<T> const great = T(1) / (e + T(1)), small = e * great, tail = log_of_one_more(e);
    vector<T> const miss = (T(1) - t) * (tail + positive) + t * (tail + negative);
    vector<T> const slope = (T(1) - t) * (v < T(0) ? small : great) - t * (v < T(0) ? great : small);
    if (losses != nullptr) store_at(losses + i, miss, here);
    if (gradient != nullptr) store_at(gradient + i, slope, here);
    total.add(miss);
  });
  return total.total();
}

/// Half a vector of float as a vector of double.
inline vector<double> widen(float const* from) {
  using narrow = float __attribute__((vector_size(LEVEL_BYTES / 2)));
  narrow v;
  __builtin_memcpy(&v, from, sizeof v);
  return __builtin_convertvector(v, vector<double>);
}
inline vector<double> widen(double const* from) { return load(from); }

template <class T>
bool add_squares(double* total, T const* x, index_t n) {
  constexpr index_t step = 4 * width<double>;
  constexpr auto exponent = sizeof(T) == 4 ? 0x7f800000ll : 0x7ff0000000000000ll;
  using bits = integers<T>;
  auto const mask = bits{} + static_cast<decltype(bits{}[0] + 0)>(exponent);
  vector<double> sums[4]{};
  bits bad{};
  index_t i = 0;
  for (; i + step <= n; i += step) {
#pragma GCC unroll 4
    for (index_t k = 0; k < 4; ++k) {
      vector<double> const v = widen(x + i + k * width<double>);
      sums[k] += v * v;
    }
#pragma GCC unroll 4
    for (index_t k = 0; k < step; k += width<T>) bad |= ((bits)load(x + i + k) & mask) == mask;
  }
  bool are_finite = true;
  for (index_t k = 0; k < width<T>; ++k) are_finite = are_finite && bad[k] == 0;
  vector<double> const all_of = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (index_t k = 0; k < width<double>; ++k) *total += all_of[k];
  for (; i < n; ++i) {
    are_finite = are_finite && is_finite(x[i]);
    *total += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  }
  return are_finite;
}

inline double total_of(vector<double> const (&sums)[2]) { return sum_of<double>(sums[0] + sums[1]); }

template <class T>
row_moments moments(T const* x, index_t n) {
  constexpr index_t step = 2 * width<double>;
  vector<double> sums[2]{};
  index_t i = 0;
  for (; i + step <= n; i += step) {
    for (index_t k = 0; k < 2; ++k) sums[k] += widen(x + i + k * width<double>);
  }
  row_moments found{total_of(sums), 0, 0};
  for (; i < n; ++i) found.mean += static_cast<double>(x[i]);
  found.mean /= static_cast<double>(n);
  vector<double> off[2]{}, squares[2]{};
  for (i = 0; i + step <= n; i += step) {
    for (index_t k = 0; k < 2; ++k) {
      vector<double> const distance = widen(x + i + k * width<double>) - found.mean;
      off[k] += distance;
      squares[k] += distance * distance;
    }
  }
  found.off = total_of(off);
  found.squares = total_of(squares);
  for (; i < n; ++i) {
    double const distance = static_cast<double>(x[i]) - found.mean;
    found.off += distance;
    found.squares += distance * distance;
  }
  return found;
}

template <class T>
void normalise(T* y, T const* x, T mean, T inverse, T shift, T const* weight, T const* bias, index_t n) {
  walk<T>(n, [&](index_t i, index_t here) {
    vector<T> v = (load_at(x + i, here) - mean) * inverse + shift;
    if (weight != nullptr) v *= load_at(weight + i, here);
    if (bias != nullptr) v += load_at(bias + i, here);
    store_at(y + i, v, here);
  });
}

template <class T>
void layer_norm_backward(layer_norm_row<T> const& row, index_t n) {
  running_sum<T> plain, with_x;
  walk<T>(n, [&](index_t i, index_t here) {
    vector<T> const up = load_at(row.gy + i, here),
                    normal = (load_at(row.x + i, here, row.mean) - row.mean) * row.inverse;
    vector<T> const slope = row.weight != nullptr ? up * load_at(row.weight + i, here) : up;
    if (row.gweight != nullptr) store_at(row.gweight + i, load_at(row.gweight + i, here) + up * normal, here);
    if (row.gbias != nullptr) store_at(row.gbias + i, load_at(row.gbias + i, here) + up, here);
    plain.add(slope);
    with_x.add(slope * normal);
  });
  if (row.gx == nullptr) return;
  auto const mean_plain = static_cast<T>(plain.total() / static_cast<double>(n));
  auto const mean_with_x = static_cast<T>(with_x.total() / static_cast<double>(n));
  walk<T>(n, [&](index_t i, index_t here) {
    vector<T> const up = load_at(row.gy + i, here),
                    normal = (load_at(row.x + i, here, row.mean) - row.mean) * row.inverse;
    vector<T> const slope = row.weight != nullptr ? up * load_at(row.weight + i, here) : up;
    store_at(row.gx + i, (slope - mean_plain - normal * mean_with_x) * row.inverse, here);
  });
}

template <class T>
constexpr row_functions<T> functions{
    greatest<T>, exp_row<T>,       distance_row<T>,       scale<T>,           sum<T>,
    dot<T>,      softmax_slope<T>, log_softmax_slope<T>,  bce_with_logits<T>, add_squares<T>,
    moments<T>,  normalise<T>,     layer_norm_backward<T>};

}  // namespace

namespace LEVEL {
extern row_functions<float> const rows_of_float;
extern row_functions<double> const rows_of_double;
row_functions<float> const rows_of_float = functions<float>;
row_functions<double> const rows_of_double = functions<double>;
}  // namespace LEVEL

}  // namespace wellformed::backend
