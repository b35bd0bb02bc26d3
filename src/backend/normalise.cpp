// SPDX-License-Identifier: Apache-2.0
// Normalisations: mean first, then squared distances from it, so that large offsets lose nothing.
#include <wellformed/backend/normalise.hpp>

#include <wellformed/core/math.hpp>

#include "../level/functions.hpp"

#include "lanes.hpp"

namespace wellformed::backend {

namespace {

/// What each lane's feature is normalised by. Its mean is `mean` plus a rest that rounding to T took away;
/// the rest goes into the shift: beside an offset of 1e4, half a unit of a float is a thousandth of the
/// deviation.
template <class T>
struct normaliser {
  laned<double> squares;  // summed distances from the mean
  laned<T> mean;
  laned<T> inverse;
  laned<double> rest;  // in deviations

  normaliser(T const* x, runs const& r, T eps) {
    auto const n = static_cast<double>(r.count());
    auto center = r.sum([&](index_t i, std::size_t) { return static_cast<double>(x[i]); });
    for (double& c : center) c /= n;
    auto const distance = [&](index_t i, std::size_t k) { return static_cast<double>(x[i]) - center[k]; };
    auto const off = r.sum(distance);  // not 0: the center is rounded as well
    squares = r.sum([&](index_t i, std::size_t k) { return distance(i, k) * distance(i, k); });
    for (std::size_t k = 0; k < squares.size(); ++k) {
      mean[k] = static_cast<T>(center[k]);
      inverse[k] = static_cast<T>(1.0 / math::sqrt(squares[k] / n + static_cast<double>(eps)));
      rest[k] = ((center[k] - static_cast<double>(mean[k])) + off[k] / n) * static_cast<double>(inverse[k]);
    }
  }
};

/// y = (x - mean) inverse weight + (bias - rest weight)
template <class T>
void normalise_lanes(T* y, T const* x, runs const& r, laned<T> const& mean, laned<T> const& inverse,
                     laned<double> const& rest, laned<T> const& weight, laned<T> const& bias) {
  laned<T> scale, shift;
  for (std::size_t k = 0; k < scale.size(); ++k) {
    scale[k] = inverse[k] * weight[k];
    shift[k] = static_cast<T>(static_cast<double>(bias[k]) - rest[k] * static_cast<double>(weight[k]));
  }
  r.visit([&](index_t i, std::size_t k) { y[i] = (x[i] - mean[k]) * scale[k] + shift[k]; });
}

}  // namespace

template <class T>
void batch_norm_train(host, T* y, T* mean, T* inverse_deviation, T* unbiased_variance, T const* x,
                      T const* weight, T const* bias, T eps, index_t batch, index_t features,
                      index_t spatial) {
  if (batch * spatial == 0) return;
  for (index_t first = 0; first < features;) {
    auto const r = runs_of(first, batch, features, spatial);
    index_t const offset = first * spatial;
    normaliser<T> const by(x + offset, r, eps);
    for (index_t k = 0; k < r.features(); ++k) {
      auto const lane = static_cast<std::size_t>(k);
      mean[first + k] = by.mean[lane];
      inverse_deviation[first + k] = by.inverse[lane];
      unbiased_variance[first + k] =
          static_cast<T>(by.squares[lane] / (static_cast<double>(r.count()) - 1.0));
    }
    normalise_lanes(y + offset, x + offset, r, by.mean, by.inverse, by.rest,
                    load_lanes(weight, first, r, T(1)), load_lanes(bias, first, r, T(0)));
    first += r.features();
  }
}

template <class T>
void batch_norm_eval(host, T* y, T const* x, T const* running_mean, T const* running_variance,
                     T const* weight, T const* bias, T eps, index_t batch, index_t features,
                     index_t spatial) {
  for (index_t first = 0; first < features;) {
    auto const r = runs_of(first, batch, features, spatial);
    index_t const offset = first * spatial;
    auto inverse = load_lanes(running_variance, first, r, T(1));
    for (T& v : inverse) v = T(1) / math::sqrt(v + eps);
    normalise_lanes(y + offset, x + offset, r, load_lanes(running_mean, first, r, T(0)), inverse,
                    laned<double>{}, load_lanes(weight, first, r, T(1)), load_lanes(bias, first, r, T(0)));
    first += r.features();
  }
}

template <class T>
void batch_norm_backward(host, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t batch, index_t features,
                         index_t spatial) {
  if (batch * spatial == 0) return;
  for (index_t first = 0; first < features;) {
    auto const r = runs_of(first, batch, features, spatial);
    T const* const in = x + first * spatial;
    T const* const up = gy + first * spatial;
    auto const center = load_lanes(mean, first, r, T(0)),
               inverse = load_lanes(inverse_deviation, first, r, T(0));
    auto const plain = r.sum([&](index_t i, std::size_t) { return static_cast<double>(up[i]); });
    auto const with_x = r.sum([&](index_t i, std::size_t k) {
      return static_cast<double>(up[i] * ((in[i] - center[k]) * inverse[k]));
    });
    for (index_t k = 0; k < r.features(); ++k) {
      if (gbias != nullptr) gbias[first + k] += static_cast<T>(plain[static_cast<std::size_t>(k)]);
      if (gweight != nullptr) gweight[first + k] += static_cast<T>(with_x[static_cast<std::size_t>(k)]);
    }
    if (gx != nullptr) {
      auto const n = static_cast<double>(r.count());
      auto scale = load_lanes(weight, first, r, T(1));
      laned<T> mean_plain, mean_with_x;
      for (std::size_t k = 0; k < scale.size(); ++k) {
        scale[k] *= inverse[k];
        mean_plain[k] = static_cast<T>(plain[k] / n);
        mean_with_x[k] = static_cast<T>(with_x[k] / n);
      }
      T* const out = gx + first * spatial;
      r.visit([&](index_t i, std::size_t k) {
        T const normal = (in[i] - center[k]) * inverse[k];
        out[i] = scale[k] * (up[i] - mean_plain[k] - normal * mean_with_x[k]);
      });
    }
    first += r.features();
  }
}

template <class T>
void layer_norm_forward(host, T* y, T* mean, T* inverse_deviation, T const* x, T const* weight, T const* bias,
                        T eps, index_t rows, index_t features) {
  if (features == 0) return;
  auto const& level_rows = *level<T>().rows;
  auto const n = static_cast<double>(features);
  for (index_t row = 0; row < rows; ++row) {
    T const* const in = x + row * features;
    auto const found = level_rows.moments(in, features);
    auto const center = static_cast<T>(found.mean);
    auto const inverse = static_cast<T>(1.0 / math::sqrt(found.squares / n + static_cast<double>(eps)));
    double const rest = (found.mean - static_cast<double>(center)) + found.off / n;
    if (mean != nullptr) mean[row] = center;
    if (inverse_deviation != nullptr) inverse_deviation[row] = inverse;
    level_rows.normalise(y + row * features, in, center, inverse,
                         static_cast<T>(-rest * static_cast<double>(inverse)), weight, bias, features);
  }
}

template <class T>
void layer_norm_backward(host, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t rows, index_t features) {
  auto const& level_rows = *level<T>().rows;
  for (index_t row = 0; row < rows; ++row) {
    index_t const first = row * features;
    level_rows.layer_norm_backward({gx == nullptr ? nullptr : gx + first, gweight, gbias, gy + first,
                                    x + first, weight, mean[row], inverse_deviation[row]},
                                   features);
  }
}

#define WF_FOR(T)                                                                                            \
  template void batch_norm_train<T>(host, T*, T*, T*, T*, T const*, T const*, T const*, T, index_t, index_t, \
                                    index_t);                                                                \
  template void batch_norm_eval<T>(host, T*, T const*, T const*, T const*, T const*, T const*, T, index_t,   \
                                   index_t, index_t);                                                        \
  template void batch_norm_backward<T>(host, T*, T*, T*, T const*, T const*, T const*, T const*, T const*,   \
                                       index_t, index_t, index_t);                                           \
  template void layer_norm_forward<T>(host, T*, T*, T*, T const*, T const*, T const*, T, index_t, index_t);  \
  template void layer_norm_backward<T>(host, T*, T*, T*, T const*, T const*, T const*, T const*, T const*,   \
                                       index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
