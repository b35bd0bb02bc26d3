// SPDX-License-Identifier: Apache-2.0
// Batch normalisation on a GPU: a pass for the sums of each feature and a pass that applies them, in one
// launch where one block has all rows of its features.
#include <wellformed/backend/normalise.hpp>

#include "feature_statistics.cuh"

namespace wellformed::backend {

namespace {

/// y = (x - mean) scale + shift
template <class T, int C>
struct affine {
  elements<T, C> mean, scale, shift;

  template <int W>
  __device__ elements<T, W> of(elements<T, W> x) const {
    constexpr auto of = columns::feature_of<C>;
#pragma unroll
    for (int k = 0; k < W; ++k) x.at[k] = (x.at[k] - mean.at[of(k)]) * scale.at[of(k)] + shift.at[of(k)];
    return x;
  }
};

template <class T>
struct train_pass : feature_statistics<T> {
  T* y;
  T const* weight;
  T const* bias;

  template <int W>
  __device__ auto load(columns::place at) const {
    return backend::load<W>(this->x + at.offset);
  }
  __host__ __device__ bool applies() const { return true; }
  template <int C>
  __device__ affine<T, C> apply_constants(index_t c) const {
    auto const by = of_features<C>(weight, c, T(1)), to = of_features<C>(bias, c, T(0));
    affine<T, C> out;
#pragma unroll
    for (int k = 0; k < C; ++k) {
      out.mean.at[k] = this->mean[c + k];
      out.scale.at[k] = this->inverse[c + k] * by.at[k];
      out.shift.at[k] =
          static_cast<T>(static_cast<double>(to.at[k]) - this->rest[c + k] * static_cast<double>(by.at[k]));
    }
    return out;
  }
  template <int W, int C>
  __device__ void apply(columns::place at, affine<T, C> const& by, elements<T, W> const& held) const {
    store<W>(y + at.offset, by.of(held));
  }
};

template <class T>
struct eval_pass {
  T* y;
  T const* x;
  T const* mean;
  T const* variance;
  T const* weight;
  T const* bias;
  T eps;

  template <int W>
  __device__ auto load(columns::place at) const {
    return backend::load<W>(x + at.offset);
  }
  template <int C>
  __device__ affine<T, C> apply_constants(index_t c) const {
    affine<T, C> out{of_features<C>(mean, c, T(0)), of_features<C>(weight, c, T(1)),
                     of_features<C>(bias, c, T(0))};
#pragma unroll
    for (int k = 0; k < C; ++k) out.scale.at[k] *= T(1) / math::sqrt(variance[c + k] + eps);
    return out;
  }
  template <int W, int C>
  __device__ void apply(columns::place at, affine<T, C> const& by, elements<T, W> const& held) const {
    store<W>(y + at.offset, by.of(held));
  }
};

template <class T>
struct backward_pass {
  static constexpr int sums = 2;
  T* gx;
  T* gweight;
  T* gbias;
  T const* gy;
  T const* x;
  T const* mean;
  T const* inverse;
  T const* weight;
  T* mean_plain;   // of gy, a feature
  T* mean_with_x;  // of gy * normal
  double count;

  template <int W>
  struct pairs {
    elements<T, W> gy, x;
  };
  template <int C>
  struct normal_of {
    elements<T, C> mean, inverse;
    __device__ T operator()(T value, int k) const {
      return (value - mean.at[columns::feature_of<C>(k)]) * inverse.at[columns::feature_of<C>(k)];
    }
  };
  template <int C>
  struct slopes {
    normal_of<C> normal;
    elements<T, C> scale, plain, with_x;
  };

  template <int W>
  __device__ pairs<W> load(columns::place at) const {
    return {backend::load<W>(gy + at.offset), backend::load<W>(x + at.offset)};
  }
  template <int C>
  __device__ normal_of<C> sum_constants(index_t c) const {
    return {of_features<C>(mean, c, T(0)), of_features<C>(inverse, c, T(0))};
  }
  template <int W, int C>
  __device__ void add(columns::totals<2, C>& to, columns::place, normal_of<C> const& normal,
                      pairs<W> const& held) const {
#pragma unroll
    for (int k = 0; k < W; ++k) {
      to.at[0][columns::feature_of<C>(k)] += static_cast<double>(held.gy.at[k]);
      to.at[1][columns::feature_of<C>(k)] += static_cast<double>(held.gy.at[k] * normal(held.x.at[k], k));
    }
  }
  __device__ void finish(index_t c, columns::totals<2, 1> const& of) const {
    if (gbias != nullptr) gbias[c] += static_cast<T>(of.at[0][0]);
    if (gweight != nullptr) gweight[c] += static_cast<T>(of.at[1][0]);
    if (gx == nullptr) return;
    mean_plain[c] = static_cast<T>(of.at[0][0] / count);
    mean_with_x[c] = static_cast<T>(of.at[1][0] / count);
  }

  __host__ __device__ bool applies() const { return gx != nullptr; }
  template <int C>
  __device__ slopes<C> apply_constants(index_t c) const {
    slopes<C> out{sum_constants<C>(c), of_features<C>(weight, c, T(1)), of_features<C>(mean_plain, c, T(0)),
                  of_features<C>(mean_with_x, c, T(0))};
#pragma unroll
    for (int k = 0; k < C; ++k) out.scale.at[k] *= out.normal.inverse.at[k];
    return out;
  }
  template <int W, int C>
  __device__ void apply(columns::place at, slopes<C> const& by, pairs<W> const& held) const {
    elements<T, W> out;
#pragma unroll
    for (int k = 0; k < W; ++k) {
      int const of = columns::feature_of<C>(k);
      T const rest = by.normal(held.x.at[k], k) * by.with_x.at[of];
      out.at[k] = by.scale.at[of] * (held.gy.at[k] - by.plain.at[of] - rest);
    }
    store<W>(gx + at.offset, out);
  }
};

}  // namespace

template <class T>
void batch_norm_train(cuda where, T* y, T* mean, T* inverse_deviation, T* unbiased_variance, T const* x,
                      T const* weight, T const* bias, T eps, index_t batch, index_t features,
                      index_t spatial) {
  if (batch * features * spatial == 0) return;
  slab const rest(static_cast<std::size_t>(features) * sizeof(double), where.memory());
  train_pass<T> const pass{
      {x, spatial, mean, inverse_deviation, unbiased_variance, static_cast<double*>(rest.data()),
       static_cast<double>(batch * spatial), static_cast<double>(eps)},
      y,
      weight,
      bias};
  columns::sum<full_width<T>>("batch_norm", where, pass, {batch, features, spatial}, are_aligned(x, y));
}

template <class T>
void batch_norm_eval(cuda where, T* y, T const* x, T const* running_mean, T const* running_variance,
                     T const* weight, T const* bias, T eps, index_t batch, index_t features,
                     index_t spatial) {
  eval_pass<T> const pass{y, x, running_mean, running_variance, weight, bias, eps};
  columns::apply<full_width<T>>("batch_norm", where, pass, {batch, features, spatial}, are_aligned(x, y));
}

template <class T>
void batch_norm_backward(cuda where, T* gx, T* gweight, T* gbias, T const* gy, T const* x, T const* mean,
                         T const* inverse_deviation, T const* weight, index_t batch, index_t features,
                         index_t spatial) {
  if (batch * features * spatial == 0) return;
  slab const means(static_cast<std::size_t>(2 * features) * sizeof(T), where.memory());
  T* const plain = static_cast<T*>(means.data());
  backward_pass<T> const pass{gx,
                              gweight,
                              gbias,
                              gy,
                              x,
                              mean,
                              inverse_deviation,
                              weight,
                              plain,
                              plain + features,
                              static_cast<double>(batch * spatial)};
  columns::sum<full_width<T>>("batch_norm_backward", where, pass, {batch, features, spatial},
                              are_aligned(x, gy, gx));
}

#define WF_FOR(T)                                                                                         \
  template void batch_norm_train(cuda, T*, T*, T*, T*, T const*, T const*, T const*, T, index_t, index_t, \
                                 index_t);                                                                \
  template void batch_norm_eval(cuda, T*, T const*, T const*, T const*, T const*, T const*, T, index_t,   \
                                index_t, index_t);                                                        \
  template void batch_norm_backward(cuda, T*, T*, T*, T const*, T const*, T const*, T const*, T const*,   \
                                    index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR

}  // namespace wellformed::backend
