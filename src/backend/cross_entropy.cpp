// SPDX-License-Identifier: Apache-2.0
// Categorical losses: loss and gradient from one exponential for each class. Log-probabilities are formed in
// double: under -ffast-math a compiler may add the maximum and the logarithm first, which in float loses the
// logarithm.
#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/core/math.hpp>

namespace wellformed::backend::host {

namespace {

/// Maximum of a row, the sum of exp(x - maximum) and its logarithm.
struct row_normaliser {
  double most;
  double total;
  double log_total;

  template <class T>
  double log_prob(T x) const {
    return (static_cast<double>(x) - most) - log_total;
  }
};

/// Needs n > 0. Writes exp(x - maximum) too, unless `powers` is null.
template <class T>
row_normaliser normalise_row(T const* x, index_t n, index_t step, T* powers) {
  T most = x[0];
  for (index_t c = 1; c < n; ++c) most = x[c * step] > most ? x[c * step] : most;
  double total = 0;
  for (index_t c = 0; c < n; ++c) {
    T const power = math::exp(x[c * step] - most);
    if (powers != nullptr) powers[c * step] = power;
    total += static_cast<double>(power);
  }
  return {static_cast<double>(most), total, math::log(total)};
}

template <class T>
void clear_row(T* row, index_t n, index_t step) {
  if (row == nullptr) return;
  for (index_t c = 0; c < n; ++c) row[c * step] = T(0);
}

/// Visits each row: what(row number, offset of its first class, label) after the checks that all index losses
/// share.
template <class T, class Label, class What>
loss_sum for_each_labelled_row(Label const* labels, categorical<T> const& o, T* losses, T* gradient,
                               What what) {
  loss_sum result;
  for (index_t outer = 0; outer < o.outer; ++outer) {
    for (index_t i = 0; i < o.inner; ++i) {
      index_t const row = outer * o.inner + i;
      index_t const first = outer * o.classes * o.inner + i;
      auto const label = static_cast<index_t>(labels[row]);
      bool const counted = (o.mask == nullptr || o.mask[row]) && !(o.has_ignore && label == o.ignored);
      if (!counted) {
        if (losses != nullptr) losses[row] = T(0);
        clear_row(gradient == nullptr ? nullptr : gradient + first, o.classes, o.inner);
        continue;
      }
      if (label < 0 || label >= o.classes) {
        result.bad_row = row;
        result.bad_value = label;
        return result;
      }
      T const weight = o.weights == nullptr ? T(1) : o.weights[label];
      double const loss = what(first, label, weight);
      if (losses != nullptr) losses[row] = static_cast<T>(loss);
      result.total += loss;
      result.weight += static_cast<double>(weight);
      ++result.rows;
    }
  }
  return result;
}

template <class T>
T weight_at(categorical<T> const& o, index_t c) {
  return o.weights == nullptr ? T(1) : o.weights[c];
}

/// Loss of one row against targets q(c), already weighted; writes the gradient p * sum q - q. A class with
/// target 0 adds nothing, even where its probability is 0.
template <class T, class Target>
double soft_row(T const* x, index_t n, index_t step, T* gradient, Target q) {
  auto const row = normalise_row(x, n, step, gradient);
  double loss = 0;
  double mass = 0;
  for (index_t c = 0; c < n; ++c) {
    auto const target = static_cast<double>(q(c));
    mass += target;
    if (target != 0) loss -= target * row.log_prob(x[c * step]);
  }
  if (gradient == nullptr) return loss;
  auto const scale = static_cast<T>(mass / row.total);
  for (index_t c = 0; c < n; ++c) gradient[c * step] = gradient[c * step] * scale - q(c);
  return loss;
}

}  // namespace

template <class T, class Label>
loss_sum cross_entropy_index(T const* logits, Label const* labels, categorical<T> const& o, T* losses,
                             T* gradient) {
  T const spread = o.label_smoothing / static_cast<T>(o.classes == 0 ? 1 : o.classes);
  return for_each_labelled_row<T>(labels, o, losses, gradient, [&](index_t first, index_t label, T weight) {
    T const* x = logits + first;
    T* g = gradient == nullptr ? nullptr : gradient + first;
    if (o.label_smoothing != T(0)) {
      return soft_row(x, o.classes, o.inner, g, [&](index_t c) {
        return weight_at(o, c) * spread + (c == label ? weight * (T(1) - o.label_smoothing) : T(0));
      });
    }
    auto const row = normalise_row(x, o.classes, o.inner, g);
    if (g != nullptr) {
      auto const scale = static_cast<T>(static_cast<double>(weight) / row.total);
      for (index_t c = 0; c < o.classes; ++c) g[c * o.inner] *= scale;
      g[label * o.inner] -= weight;
    }
    return -static_cast<double>(weight) * row.log_prob(x[label * o.inner]);
  });
}

template <class T>
loss_sum cross_entropy_probs(T const* logits, T const* targets, categorical<T> const& o, T* losses,
                             T* gradient) {
  loss_sum result;
  if (o.classes == 0) return result;
  T const spread = o.label_smoothing / static_cast<T>(o.classes == 0 ? 1 : o.classes);
  for (index_t outer = 0; outer < o.outer; ++outer) {
    for (index_t i = 0; i < o.inner; ++i) {
      index_t const row = outer * o.inner + i;
      index_t const first = outer * o.classes * o.inner + i;
      T* g = gradient == nullptr ? nullptr : gradient + first;
      if (o.mask != nullptr && !o.mask[row]) {
        if (losses != nullptr) losses[row] = T(0);
        clear_row(g, o.classes, o.inner);
        continue;
      }
      T const* q = targets + first;
      double const loss = soft_row(logits + first, o.classes, o.inner, g, [&](index_t c) {
        return weight_at(o, c) * (q[c * o.inner] * (T(1) - o.label_smoothing) + spread);
      });
      if (losses != nullptr) losses[row] = static_cast<T>(loss);
      result.total += loss;
      result.weight += 1.0;
      ++result.rows;
    }
  }
  return result;
}

template <class T, class Label>
loss_sum nll(T const* log_probs, Label const* labels, categorical<T> const& o, T* losses, T* gradient) {
  return for_each_labelled_row<T>(labels, o, losses, gradient, [&](index_t first, index_t label, T weight) {
    if (gradient != nullptr) {
      clear_row(gradient + first, o.classes, o.inner);
      gradient[first + label * o.inner] = -weight;
    }
    return -static_cast<double>(weight) * static_cast<double>(log_probs[first + label * o.inner]);
  });
}

template <class T>
void scale_rows(T* gradient, T const* factor, index_t outer, index_t classes, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t c = 0; c < classes; ++c) {
      for (index_t i = 0; i < inner; ++i) gradient[(o * classes + c) * inner + i] *= factor[o * inner + i];
    }
  }
}

#define WF_FOR_LABEL(T, L)                                                                        \
  template loss_sum cross_entropy_index<T, L>(T const*, L const*, categorical<T> const&, T*, T*); \
  template loss_sum nll<T, L>(T const*, L const*, categorical<T> const&, T*, T*);
#define WF_FOR(T)                                                                              \
  WF_FOR_LABEL(T, std::uint8_t)                                                                \
  WF_FOR_LABEL(T, std::int32_t)                                                                \
  WF_FOR_LABEL(T, std::int64_t)                                                                \
  template loss_sum cross_entropy_probs<T>(T const*, T const*, categorical<T> const&, T*, T*); \
  template void scale_rows<T>(T*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR
#undef WF_FOR_LABEL

}  // namespace wellformed::backend::host
