// SPDX-License-Identifier: Apache-2.0
// Normalisations: mean first, then squared distances from it, so that large offsets lose nothing.
#include <wellformed/backend/normalise.hpp>
#include <wellformed/core/math.hpp>

namespace wellformed::backend::host {

namespace {

/// The values of one feature of (batch, features, spatial), or of one row.
struct strided {
  index_t groups;
  index_t group_step;
  index_t length;
  index_t step;

  template <class Each>
  void visit(Each each) const {
    for (index_t g = 0; g < groups; ++g) {
      for (index_t i = 0; i < length; ++i) each(g * group_step + i * step);
    }
  }
  index_t count() const { return groups * length; }
};

/// The mean is `mean + rest`: what rounding took from `mean` is known once the distances from it are summed.
struct moments {
  double mean;
  double rest;
  double sum_of_squares;
};

template <class T>
moments moments_of(T const* x, strided const& where) {
  double total = 0;
  where.visit([&](index_t i) { total += static_cast<double>(x[i]); });
  double const mean = total / static_cast<double>(where.count());
  double distances = 0, squares = 0;
  where.visit([&](index_t i) {
    double const d = static_cast<double>(x[i]) - mean;
    distances += d;
    squares += d * d;
  });
  double const rest = distances / static_cast<double>(where.count());
  return {mean, rest, squares - rest * distances};
}

/// y = (x - mean) inverse weight + bias, with the mean as it is stored and what storing it in T has cut off
/// moved into the bias: beside an offset of 1e4, half a unit of a float is a thousandth of the deviation.
template <class T>
struct affine {
  T mean;
  T inverse;
  double cut;

  affine(moments const& m, double count, T eps)
      : mean(static_cast<T>(m.mean)),
        inverse(static_cast<T>(1.0 / math::sqrt(m.sum_of_squares / count + static_cast<double>(eps)))),
        cut(((m.mean - static_cast<double>(mean)) + m.rest) * static_cast<double>(inverse)) {}

  T shift(T weight, T bias) const {
    return static_cast<T>(static_cast<double>(bias) - cut * static_cast<double>(weight));
  }
};

struct gradient_totals {
  double plain;
  double with_x;
};

/// Sums of gy and of gy times the normalised x.
template <class T>
gradient_totals gradient_sums(T const* gy, T const* x, T mean, T inverse, strided const& where) {
  double plain = 0, with_x = 0;
  where.visit([&](index_t i) {
    plain += static_cast<double>(gy[i]);
    with_x += static_cast<double>(gy[i] * (x[i] - mean) * inverse);
  });
  return {plain, with_x};
}

strided feature_of(index_t batch, index_t features, index_t spatial) {
  return {batch, features * spatial, spatial, 1};
}

}  // namespace

template <class T>
void batch_norm_train(T* y, T* mean, T* inverse_deviation, T* unbiased_variance, T const* x, T const* weight,
                      T const* bias, T eps, index_t batch, index_t features, index_t spatial) {
  auto const where = feature_of(batch, features, spatial);
  if (where.count() == 0) return;
  auto const n = static_cast<double>(where.count());
  for (index_t f = 0; f < features; ++f) {
    index_t const first = f * spatial;
    auto const m = moments_of(x + first, where);
    affine<T> const normal(m, n, eps);
    mean[f] = normal.mean;
    inverse_deviation[f] = normal.inverse;
    unbiased_variance[f] = static_cast<T>(m.sum_of_squares / (n - 1.0));
    T const scale = weight == nullptr ? T(1) : weight[f];
    T const shift = normal.shift(scale, bias == nullptr ? T(0) : bias[f]);
    where.visit(
        [=](index_t i) { y[first + i] = (x[first + i] - normal.mean) * normal.inverse * scale + shift; });
  }
}

template <class T>
void batch_norm_eval(T* y, T const* x, T const* running_mean, T const* running_variance, T const* weight,
                     T const* bias, T eps, index_t batch, index_t features, index_t spatial) {
  auto const where = feature_of(batch, features, spatial);
  for (index_t f = 0; f < features; ++f) {
    index_t const first = f * spatial;
    T const inverse = T(1) / math::sqrt(running_variance[f] + eps);
    T const scale = weight == nullptr ? T(1) : weight[f];
    T const shift = bias == nullptr ? T(0) : bias[f];
    T const mean = running_mean[f];
    where.visit([=](index_t i) { y[first + i] = (x[first + i] - mean) * inverse * scale + shift; });
  }
}

template <class T>
void batch_norm_backward(T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t batch, index_t features,
                         index_t spatial) {
  auto const where = feature_of(batch, features, spatial);
  if (where.count() == 0) return;
  auto const n = static_cast<double>(where.count());
  for (index_t f = 0; f < features; ++f) {
    index_t const first = f * spatial;
    T const m = mean[f], inverse = inverse_deviation[f];
    auto const [plain, with_x] = gradient_sums(gy + first, x + first, m, inverse, where);
    if (gbias != nullptr) gbias[f] += static_cast<T>(plain);
    if (gweight != nullptr) gweight[f] += static_cast<T>(with_x);
    if (gx == nullptr) continue;
    T const scale = (weight == nullptr ? T(1) : weight[f]) * inverse;
    T const mean_plain = static_cast<T>(plain / n), mean_with_x = static_cast<T>(with_x / n);
    where.visit([=](index_t i) {
      T const normal = (x[first + i] - m) * inverse;
      gx[first + i] = scale * (gy[first + i] - mean_plain - normal * mean_with_x);
    });
  }
}

template <class T>
void layer_norm_forward(T* y, T* mean, T* inverse_deviation, T const* x, T const* weight, T const* bias,
                        T eps, index_t rows, index_t features) {
  if (features == 0) return;
  for (index_t r = 0; r < rows; ++r) {
    T const* in = x + r * features;
    T* out = y + r * features;
    auto const m = moments_of(in, {1, 0, features, 1});
    affine<T> const normal(m, static_cast<double>(features), eps);
    if (mean != nullptr) mean[r] = normal.mean;
    if (inverse_deviation != nullptr) inverse_deviation[r] = normal.inverse;
    T const shift = normal.shift(T(1), T(0));
    for (index_t f = 0; f < features; ++f) {
      T const standard = (in[f] - normal.mean) * normal.inverse + shift;
      out[f] = standard * (weight == nullptr ? T(1) : weight[f]) + (bias == nullptr ? T(0) : bias[f]);
    }
  }
}

template <class T>
void layer_norm_backward(T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t rows, index_t features) {
  for (index_t r = 0; r < rows; ++r) {
    T const* in = x + r * features;
    T const* up = gy + r * features;
    T const m = mean[r], inverse = inverse_deviation[r];
    double plain = 0, with_x = 0;
    for (index_t f = 0; f < features; ++f) {
      T const normal = (in[f] - m) * inverse;
      T const g = up[f] * (weight == nullptr ? T(1) : weight[f]);
      plain += static_cast<double>(g);
      with_x += static_cast<double>(g * normal);
      if (gweight != nullptr) gweight[f] += up[f] * normal;
      if (gbias != nullptr) gbias[f] += up[f];
    }
    if (gx == nullptr) continue;
    T const n = static_cast<T>(features);
    T const mean_plain = static_cast<T>(plain) / n, mean_with_x = static_cast<T>(with_x) / n;
    for (index_t f = 0; f < features; ++f) {
      T const normal = (in[f] - m) * inverse;
      T const g = up[f] * (weight == nullptr ? T(1) : weight[f]);
      gx[r * features + f] = inverse * (g - mean_plain - normal * mean_with_x);
    }
  }
}

#define WF_FOR(T)                                                                                      \
  template void batch_norm_train<T>(T*, T*, T*, T*, T const*, T const*, T const*, T, index_t, index_t, \
                                    index_t);                                                          \
  template void batch_norm_eval<T>(T*, T const*, T const*, T const*, T const*, T const*, T, index_t,   \
                                   index_t, index_t);                                                  \
  template void batch_norm_backward<T>(T*, T*, T*, T const*, T const*, T const*, T const*, T const*,   \
                                       index_t, index_t, index_t);                                     \
  template void layer_norm_forward<T>(T*, T*, T*, T const*, T const*, T const*, T, index_t, index_t);  \
  template void layer_norm_backward<T>(T*, T*, T*, T const*, T const*, T const*, T const*, T const*,   \
                                       index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend::host
