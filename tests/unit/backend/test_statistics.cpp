// SPDX-License-Identifier: Apache-2.0
// Normalisations and reductions against sums in long double; gradients against central differences.
#include <doctest/doctest.h>

#include <wellformed/backend/normalise.hpp>
#include <wellformed/backend/reduce.hpp>
#include <wellformed/core/bits.hpp>

#include "reference.hpp"

namespace backend = wellformed::backend;
using reference::index_t;
using reference::numbers;
using reference::real;

namespace {

struct layout {
  index_t batch, features, spatial;
  index_t size() const { return batch * features * spatial; }
  index_t values() const { return batch * spatial; }
  std::size_t at(index_t f, index_t k) const {
    return static_cast<std::size_t>((k / spatial * features + f) * spatial + k % spatial);
  }
};

std::vector<layout> const layouts{{2, 1, 1}, {2, 3, 1},  {1, 3, 2},  {31, 7, 1},
                                  {3, 5, 7}, {33, 2, 3}, {5, 37, 1}, {3, 2, 37}};

struct moments {
  std::vector<real> mean, squares;
};
template <class T>
moments moments_of(std::vector<T> const& x, layout l) {
  moments m;
  for (index_t f = 0; f < l.features; ++f) {
    real total = 0, squares = 0;
    for (index_t k = 0; k < l.values(); ++k) total += x[l.at(f, k)];
    real const mean = total / static_cast<real>(l.values());
    for (index_t k = 0; k < l.values(); ++k) squares += (x[l.at(f, k)] - mean) * (x[l.at(f, k)] - mean);
    m.mean.push_back(mean);
    m.squares.push_back(squares);
  }
  return m;
}

template <class T>
std::vector<real> normal(std::vector<T> const& x, std::vector<T> const& w, std::vector<T> const& b,
                         moments const& m, T eps, layout l) {
  std::vector<real> y(x.size());
  for (index_t f = 0; f < l.features; ++f) {
    auto const i = static_cast<std::size_t>(f);
    real const inverse = 1 / std::sqrt(m.squares[i] / static_cast<real>(l.values()) + static_cast<real>(eps));
    for (index_t k = 0; k < l.values(); ++k) {
      y[l.at(f, k)] = (x[l.at(f, k)] - m.mean[i]) * inverse * w[i] + b[i];
    }
  }
  return y;
}

/// Scale to measure errors against: in double a part of the offset's own rounding is allowed, in float
/// nothing of it.
template <class T>
real roundings(double offset) {
  return sizeof(T) == 8 ? 4 + offset / 20 : 4;
}

}  // namespace

TEST_CASE_TEMPLATE("batch norm in training: values, statistics, with and without an offset of 1e4", T, float,
                   double) {
  for (auto const l : layouts) {
    for (double const offset : {0.0, 1e4}) {
      auto const x = numbers<T>(l.size(), 1, offset - 2, offset + 2);
      auto const w = numbers<T>(l.features, 2), b = numbers<T>(l.features, 3);
      auto const m = moments_of(x, l);
      auto const n = static_cast<std::size_t>(l.features);
      std::vector<T> y(x.size()), mean(n), inverse(n), variance(n);
      backend::batch_norm_train(wellformed::host{}, y.data(), mean.data(), inverse.data(), variance.data(),
                                x.data(), w.data(), b.data(), T(0.1), l.batch, l.features, l.spatial);
      INFO("offset ", offset, " features ", l.features);
      CHECK(reference::all_near(y, normal(x, w, b, m, T(0.1), l), 4));
      CHECK(reference::all_near(mean, m.mean, 1));
      auto unbiased = m.squares;
      for (auto& v : unbiased) v /= static_cast<real>(l.values() - 1);
      CHECK(reference::all_near(variance, unbiased, 0));
      std::vector<T> plain(x.size());
      backend::batch_norm_train<T>(wellformed::host{}, plain.data(), mean.data(), inverse.data(),
                                   variance.data(), x.data(), nullptr, nullptr, T(0.1), l.batch, l.features,
                                   l.spatial);
      CHECK(
          reference::all_near(plain, normal(x, std::vector<T>(n, 1), std::vector<T>(n, 0), m, T(0.1), l), 4));
    }
  }
}

TEST_CASE("the unbiased variance of one value is no number") {
  double const x = 3;
  double y, mean, inverse, variance;
  backend::batch_norm_train<double>(wellformed::host{}, &y, &mean, &inverse, &variance, &x, nullptr, nullptr,
                                    1e-5, 1, 1, 1);
  CHECK_FALSE(wellformed::is_finite(variance));
}

TEST_CASE("batch norm: gradients, which accumulate for parameters") {
  for (auto const l : layouts) {
    auto const n = static_cast<std::size_t>(l.features);
    auto const x = numbers<double>(l.size(), 1), w = numbers<double>(l.features, 2),
               b = numbers<double>(l.features, 3);
    auto const gy = numbers<double>(l.size(), 4);
    std::vector<double> mean(n), inverse(n), variance(n);
    auto const value = [&](auto const& xs, auto const& ws, auto const& bs) {
      std::vector<double> y(gy.size());
      backend::batch_norm_train(wellformed::host{}, y.data(), mean.data(), inverse.data(), variance.data(),
                                xs.data(), ws.data(), bs.data(), 0.1, l.batch, l.features, l.spatial);
      return reference::dot(y, gy);
    };
    value(x, w, b);
    std::vector<double> gx(x.size(), NAN), gw(n, 1), gb(n, 1);
    backend::batch_norm_backward(wellformed::host{}, gx.data(), gw.data(), gb.data(), gy.data(), x.data(),
                                 mean.data(), inverse.data(), w.data(), l.batch, l.features, l.spatial);
    for (std::size_t f = 0; f < n; ++f) gw[f] -= 1, gb[f] -= 1;
    CHECK(reference::is_gradient(gx, x, [&](auto const& v) { return value(v, w, b); }));
    CHECK(reference::is_gradient(gw, w, [&](auto const& v) { return value(x, v, b); }));
    CHECK(reference::is_gradient(gb, b, [&](auto const& v) { return value(x, w, v); }));
    value(x, w, b);
    std::vector<double> plain(x.size()), ones(n, 1), scaled(x.size());
    backend::batch_norm_backward<double>(wellformed::host{}, plain.data(), nullptr, nullptr, gy.data(),
                                         x.data(), mean.data(), inverse.data(), nullptr, l.batch, l.features,
                                         l.spatial);
    backend::batch_norm_backward<double>(wellformed::host{}, scaled.data(), nullptr, nullptr, gy.data(),
                                         x.data(), mean.data(), inverse.data(), ones.data(), l.batch,
                                         l.features, l.spatial);
    CHECK(plain == scaled);
  }
}

TEST_CASE_TEMPLATE("batch norm in evaluation uses the statistics it is given", T, float, double) {
  for (auto const l : layouts) {
    auto const x = numbers<T>(l.size(), 1), w = numbers<T>(l.features, 2), b = numbers<T>(l.features, 3);
    auto const mean = numbers<T>(l.features, 4), variance = numbers<T>(l.features, 5, 0.1, 3);
    moments m;
    for (std::size_t f = 0; f < mean.size(); ++f) {
      m.mean.push_back(mean[f]);
      m.squares.push_back(static_cast<real>(variance[f]) * static_cast<real>(l.values()));
    }
    std::vector<T> y(x.size());
    backend::batch_norm_eval(wellformed::host{}, y.data(), x.data(), mean.data(), variance.data(), w.data(),
                             b.data(), T(1e-3), l.batch, l.features, l.spatial);
    CHECK(reference::all_near(y, normal(x, w, b, m, T(1e-3), l), 4));
  }
}

TEST_CASE_TEMPLATE("layer norm: values", T, float, double) {
  for (index_t rows : {1, 3}) {
    for (auto const n : reference::sizes) {
      for (double const offset : {0.0, 1e4}) {
        auto const x = numbers<T>(rows * n, 1, offset - 2, offset + 2), w = numbers<T>(n, 2),
                   b = numbers<T>(n, 3);
        layout const as_features{1, rows, n};  // a row is a feature of `n` places
        auto const standard = normal(x, std::vector<T>(static_cast<std::size_t>(rows), 1),
                                     std::vector<T>(static_cast<std::size_t>(rows), 0),
                                     moments_of(x, as_features), T(1e-2), as_features);
        std::vector<real> expected(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
          auto const f = i % static_cast<std::size_t>(n);
          expected[i] = standard[i] * w[f] + b[f];
        }
        std::vector<T> y(x.size());
        backend::layer_norm_forward<T>(wellformed::host{}, y.data(), nullptr, nullptr, x.data(), w.data(),
                                       b.data(), T(1e-2), rows, n);
        CHECK(reference::all_near(y, expected, roundings<T>(offset)));
        backend::layer_norm_forward<T>(wellformed::host{}, y.data(), nullptr, nullptr, x.data(), nullptr,
                                       nullptr, T(1e-2), rows, n);
        CHECK(reference::all_near(y, standard, roundings<T>(offset)));
      }
    }
  }
}

TEST_CASE("layer norm: gradients, which accumulate for parameters") {
  for (index_t rows : {1, 2, 5}) {
    for (index_t n : {1, 2, 3, 31}) {
      auto const x = numbers<double>(rows * n, 1), w = numbers<double>(n, 2), b = numbers<double>(n, 3);
      auto const gy = numbers<double>(rows * n, 4);
      std::vector<double> mean(static_cast<std::size_t>(rows)), inverse(mean.size());
      auto const value = [&](auto const& xs, auto const& ws, auto const& bs) {
        std::vector<double> y(gy.size());
        backend::layer_norm_forward(wellformed::host{}, y.data(), mean.data(), inverse.data(), xs.data(),
                                    ws.data(), bs.data(), 0.1, rows, n);
        return reference::dot(y, gy);
      };
      value(x, w, b);
      std::vector<double> gx(x.size(), NAN), gw(w.size(), 1), gb(b.size(), 1);
      backend::layer_norm_backward(wellformed::host{}, gx.data(), gw.data(), gb.data(), gy.data(), x.data(),
                                   mean.data(), inverse.data(), w.data(), rows, n);
      for (std::size_t f = 0; f < gw.size(); ++f) gw[f] -= 1, gb[f] -= 1;
      CHECK(reference::is_gradient(gx, x, [&](auto const& v) { return value(v, w, b); }));
      CHECK(reference::is_gradient(gw, w, [&](auto const& v) { return value(x, v, b); }));
      CHECK(reference::is_gradient(gb, b, [&](auto const& v) { return value(x, w, v); }));
    }
  }
}

TEST_CASE_TEMPLATE("sum, max and its index, spread, count_greater over the middle axis", T, float, double) {
  for (auto const n : reference::sizes) {
    for (index_t inner : {1, 3}) {
      index_t const outer = 2;
      auto const x = numbers<T>(outer * n * inner, 1), value = numbers<T>(outer * inner, 2),
                 gy = numbers<T>(outer * inner, 3);
      std::vector<T> total(value.size()), most(value.size()), spread(x.size());
      std::vector<index_t> at(value.size()), greater(value.size());
      backend::sum(wellformed::host{}, total.data(), x.data(), outer, n, inner);
      backend::max(wellformed::host{}, most.data(), at.data(), x.data(), outer, n, inner);
      backend::count_greater(wellformed::host{}, greater.data(), x.data(), value.data(), outer, n, inner);
      backend::spread(wellformed::host{}, spread.data(), gy.data(), T(0.5), outer, n, inner);
      for (std::size_t r = 0; r < value.size(); ++r) {
        auto const row = static_cast<index_t>(r);
        real sum = 0;
        index_t best = 0, count = 0;
        auto const element = [&](index_t c) {
          return static_cast<std::size_t>((row / inner * n + c) * inner + row % inner);
        };
        for (index_t c = 0; c < n; ++c) {
          sum += x[element(c)];
          if (x[element(c)] > x[element(best)]) best = c;
          count += x[element(c)] > value[r] ? 1 : 0;
          CHECK(spread[element(c)] == T(0.5) * gy[r]);
        }
        CHECK(reference::near(total[r], sum, 1));
        CHECK(at[r] == best);
        CHECK(most[r] == x[element(best)]);
        CHECK(greater[r] == count);
      }
    }
  }
}

TEST_CASE_TEMPLATE("the lowest of equals wins; NaN is greater than all", T, float, double) {
  T const none = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  index_t at = -1;
  T most = 0;
  std::vector<T> const equal{1, 3, 2, 3};
  backend::max(wellformed::host{}, &most, &at, equal.data(), 1, 4, 1);
  CHECK(at == 1);
  std::vector<T> const below{-infinity, -infinity};
  backend::max(wellformed::host{}, &most, &at, below.data(), 1, 2, 1);
  CHECK(at == 0);
  for (std::size_t place = 0; place < 4; ++place) {
    std::vector<T> x{1, infinity, 5, 2};
    x[place] = none;
    backend::max(wellformed::host{}, &most, &at, x.data(), 1, 4, 1);
    CHECK(at == static_cast<index_t>(place));
    CHECK(wellformed::is_nan(most));
    CHECK(backend::first_nan(wellformed::host{}, x.data(), 4) == static_cast<index_t>(place));
    CHECK(backend::first_non_finite(wellformed::host{}, x.data(), 4) ==
          static_cast<index_t>(place == 0 ? 0 : 1));
  }
  CHECK(backend::first_nan(wellformed::host{}, equal.data(), 4) == -1);
  CHECK(backend::first_non_finite(wellformed::host{}, equal.data(), 4) == -1);
  CHECK(backend::first_non_finite<T>(wellformed::host{}, nullptr, 0) == -1);
}

TEST_CASE("sums lose nothing to the order of float additions") {
  std::vector<float> const x(100003, 0.1f);
  float total = 0;
  backend::sum(wellformed::host{}, &total, x.data(), 1, static_cast<index_t>(x.size()), 1);
  CHECK(total == static_cast<float>(100003 * static_cast<double>(0.1f)));
  CHECK(backend::squared_norm(wellformed::host{}, x.data(), static_cast<index_t>(x.size())) ==
        doctest::Approx(100003 * static_cast<double>(0.1f) * static_cast<double>(0.1f)).epsilon(1e-10));
  double nothing = 5;
  backend::sum<double>(wellformed::host{}, &nothing, nullptr, 1, 0, 1);
  CHECK(nothing == 0);
}
