// SPDX-License-Identifier: Apache-2.0
// Categorical losses: loss and gradient from one exponential for each class. Log-probabilities are formed in
// double: under -ffast-math a compiler may add the maximum and the logarithm first, which in float loses the
// logarithm.
#include <wellformed/backend/cross_entropy.hpp>

#include <wellformed/core/math.hpp>

#include "../level/functions.hpp"

#include "row_tile.hpp"

namespace wellformed::backend {

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
row_normaliser normalise_row(T const* x, index_t n, T* powers) {
  auto const& rows = *level<T>().rows;
  T const most = rows.greatest(x, n);
  double const total = rows.exp_row(powers, x, most, n);
  return {static_cast<double>(most), total, math::log(total)};
}

template <class T>
void clear(T* row, index_t n) {
  if (row == nullptr) return;
  for (index_t c = 0; c < n; ++c) row[c] = T(0);
}

template <class T>
T weight_at(categorical<T> const& o, index_t c) {
  return o.weights == nullptr ? T(1) : o.weights[c];
}

/// Adds up what(row, x, gradient, label, weight) of each row, after the checks that all index losses share.
template <class T, class Label, class What>
loss_sum add_labelled_rows(T const* x, Label const* labels, categorical<T> const& o, T* losses, T* gradient,
                           What what) {
  loss_sum result;
  auto const visit = [&](index_t row, T const* in, T const*, T* g) {
    auto const label = static_cast<index_t>(labels[row]);
    bool const counted = (o.mask == nullptr || o.mask[row]) && !(o.has_ignore && label == o.ignored);
    if (counted && (label < 0 || label >= o.classes)) {
      result.bad_row = row;
      result.bad_value = label;
      return false;
    }
    double loss = 0;
    if (counted) {
      T const weight = weight_at(o, label);
      loss = what(row, in, g, label, weight);
      result.weight += static_cast<double>(weight);
      ++result.rows;
    } else {
      clear(g, o.classes);
    }
    if (losses != nullptr) losses[row] = static_cast<T>(loss);
    result.total += loss;
    return true;
  };
  for_each_row<T>(o.outer, o.classes, o.inner, x, nullptr, gradient, visit);
  return result;
}

/// Loss of one row against targets q(c), already weighted; writes the gradient p * sum q - q. A class with
/// target 0 adds nothing, even where its probability is 0.
template <class T, class Target>
double soft_row(T const* x, index_t n, T* gradient, Target q) {
  auto const row = normalise_row(x, n, gradient);
  double loss = 0;
  double mass = 0;
  for (index_t c = 0; c < n; ++c) {
    auto const target = static_cast<double>(q(c));
    mass += target;
    if (target != 0) loss -= target * row.log_prob(x[c]);
  }
  if (gradient == nullptr) return loss;
  auto const scale = static_cast<T>(mass / row.total);
  for (index_t c = 0; c < n; ++c) gradient[c] = gradient[c] * scale - q(c);
  return loss;
}

/// The same against one class.
template <class T>
double hard_row(T const* x, index_t n, T* gradient, index_t label, T weight) {
  auto const row = normalise_row(x, n, gradient);
  if (gradient != nullptr) {
    level<T>().rows->scale(gradient, static_cast<T>(static_cast<double>(weight) / row.total), n);
    gradient[label] -= weight;
  }
  return -static_cast<double>(weight) * row.log_prob(x[label]);
}

template <class T>
T spread_of(categorical<T> const& o) {
  return o.label_smoothing / static_cast<T>(o.classes == 0 ? 1 : o.classes);
}

}  // namespace

template <class T, class Label>
loss_sum cross_entropy_index(host, T const* logits, Label const* labels, categorical<T> const& o, T* losses,
                             T* gradient) {
  T const spread = spread_of(o);
  auto const loss_of = [&](index_t, T const* x, T* g, index_t label, T weight) {
    if (o.label_smoothing == T(0)) return hard_row(x, o.classes, g, label, weight);
    return soft_row(x, o.classes, g, [&](index_t c) {
      return weight_at(o, c) * spread + (c == label ? weight * (T(1) - o.label_smoothing) : T(0));
    });
  };
  return add_labelled_rows(logits, labels, o, losses, gradient, loss_of);
}

template <class T>
loss_sum cross_entropy_probs(host, T const* logits, T const* targets, categorical<T> const& o, T* losses,
                             T* gradient) {
  loss_sum result;
  if (o.classes == 0) return result;
  T const spread = spread_of(o);
  auto const visit = [&](index_t row, T const* x, T const* q, T* g) {
    bool const counted = o.mask == nullptr || o.mask[row];
    double loss = 0;
    if (counted) {
      loss = soft_row(x, o.classes, g, [&](index_t c) {
        return weight_at(o, c) * (q[c] * (T(1) - o.label_smoothing) + spread);
      });
      result.weight += 1.0;
      ++result.rows;
    } else {
      clear(g, o.classes);
    }
    if (losses != nullptr) losses[row] = static_cast<T>(loss);
    result.total += loss;
    return true;
  };
  for_each_row<T>(o.outer, o.classes, o.inner, logits, targets, gradient, visit);
  return result;
}

template <class T, class Label>
loss_sum nll(host, T const* log_probs, Label const* labels, categorical<T> const& o, T* losses, T* gradient) {
  auto const loss_of = [&](index_t row, T const*, T* g, index_t label, T weight) {
    clear(g, o.classes);
    if (g != nullptr) g[label] = -weight;
    // Only one element of the row is read, so no rows are gathered.
    T const picked = log_probs[(row / o.inner * o.classes + label) * o.inner + row % o.inner];
    return -static_cast<double>(weight) * static_cast<double>(picked);
  };
  return add_labelled_rows<T>(nullptr, labels, o, losses, gradient, loss_of);
}

template <class T>
void scale_rows(host, T* gradient, T const* factor, index_t outer, index_t classes, index_t inner) {
  for (index_t o = 0; o < outer; ++o) {
    for (index_t c = 0; c < classes; ++c) {
      for (index_t i = 0; i < inner; ++i) gradient[(o * classes + c) * inner + i] *= factor[o * inner + i];
    }
  }
}

#define WF_FOR_LABEL(T, L)                                                                              \
  template loss_sum cross_entropy_index<T, L>(host, T const*, L const*, categorical<T> const&, T*, T*); \
  template loss_sum nll<T, L>(host, T const*, L const*, categorical<T> const&, T*, T*);
#define WF_FOR(T)                                                                                    \
  WF_FOR_LABEL(T, std::uint8_t)                                                                      \
  WF_FOR_LABEL(T, std::int32_t)                                                                      \
  WF_FOR_LABEL(T, std::int64_t)                                                                      \
  template loss_sum cross_entropy_probs<T>(host, T const*, T const*, categorical<T> const&, T*, T*); \
  template void scale_rows<T>(host, T*, T const*, index_t, index_t, index_t);
WF_FOR(float)
WF_FOR(double)
#undef WF_FOR
#undef WF_FOR_LABEL

}  // namespace wellformed::backend
