// SPDX-License-Identifier: Apache-2.0
// Softmax, cross entropy and nll against naive sums in long double, and their gradients against central
// differences.
#include <memory>

#include <doctest/doctest.h>

#include <wellformed/backend/cross_entropy.hpp>
#include <wellformed/backend/softmax.hpp>
#include <wellformed/core/bits.hpp>

#include "reference.hpp"

namespace backend = wellformed::backend;
using reference::index_t;
using reference::numbers;
using reference::real;

namespace {

struct layout {
  index_t outer, n, inner;
  std::size_t size() const { return static_cast<std::size_t>(outer * n * inner); }
  std::size_t rows() const { return static_cast<std::size_t>(outer * inner); }
  std::size_t at(std::size_t row, index_t c) const {
    auto const r = static_cast<index_t>(row);
    return static_cast<std::size_t>((r / inner * n + c) * inner + r % inner);
  }
};

std::vector<layout> const layouts{{1, 1, 1},  {3, 2, 1}, {1, 3, 2}, {2, 31, 3},
                                  {5, 33, 1}, {2, 7, 5}, {2, 3, 37}};

template <class T>
std::vector<real> log_probs(std::vector<T> const& x, layout l) {
  std::vector<real> out(x.size());
  for (std::size_t row = 0; row < l.rows(); ++row) {
    real most = x[l.at(row, 0)], total = 0;
    for (index_t c = 0; c < l.n; ++c) most = std::max<real>(most, x[l.at(row, c)]);
    for (index_t c = 0; c < l.n; ++c) total += std::exp(x[l.at(row, c)] - most);
    for (index_t c = 0; c < l.n; ++c) out[l.at(row, c)] = x[l.at(row, c)] - most - std::log(total);
  }
  return out;
}

/// torch.nn.functional.cross_entropy, reduction none, by its definition.
template <class T, class Label>
std::vector<real> index_loss(std::vector<real> const& lp, std::vector<Label> const& labels,
                             backend::categorical<T> const& o) {
  layout const l{o.outer, o.classes, o.inner};
  std::vector<real> out(l.rows(), 0);
  for (std::size_t row = 0; row < l.rows(); ++row) {
    auto const label = static_cast<index_t>(labels[row]);
    if ((o.has_ignore && label == o.ignored) || (o.mask != nullptr && !o.mask[row])) continue;
    auto const weight = [&](index_t c) { return o.weights == nullptr ? real(1) : real(o.weights[c]); };
    real smooth = 0;
    for (index_t c = 0; c < l.n; ++c) smooth -= weight(c) * lp[l.at(row, c)];
    real const e = o.label_smoothing;
    out[row] = -(1 - e) * weight(label) * lp[l.at(row, label)] + e / static_cast<real>(l.n) * smooth;
  }
  return out;
}

real total_of(std::vector<real> const& values) {
  real total = 0;
  for (real const v : values) total += v;
  return total;
}

template <class T>
backend::categorical<T> options(layout l) {
  backend::categorical<T> o;
  o.outer = l.outer;
  o.classes = l.n;
  o.inner = l.inner;
  return o;
}

}  // namespace

TEST_CASE_TEMPLATE("softmax and log_softmax are those of the definition", T, float, double) {
  for (auto const l : layouts) {
    auto const x = numbers<T>(static_cast<index_t>(l.size()), 1, -6, 6);
    auto const lp = log_probs(x, l);
    std::vector<real> p(lp);
    for (auto& v : p) v = std::exp(v);
    std::vector<T> y(x.size()), logs(x.size());
    backend::softmax(wellformed::host{}, y.data(), x.data(), l.outer, l.n, l.inner);
    backend::log_softmax(wellformed::host{}, logs.data(), x.data(), l.outer, l.n, l.inner);
    CHECK(reference::all_near(y, p, 0));
    CHECK(reference::all_near(logs, lp, 12));
    std::vector<T> in_place(x);
    backend::log_softmax(wellformed::host{}, in_place.data(), in_place.data(), l.outer, l.n, l.inner);
    CHECK(in_place == logs);
  }
}

TEST_CASE_TEMPLATE("softmax and cross entropy at 1e4 and -1e4", T, float, double) {
  std::vector<T> const x{T(1e4), T(-1e4), T(1e4), T(9999), T(-1e4), T(-1e4)};
  layout const l{2, 3, 1};
  std::vector<T> y(6), logs(6);
  backend::softmax(wellformed::host{}, y.data(), x.data(), 2, 3, 1);
  backend::log_softmax(wellformed::host{}, logs.data(), x.data(), 2, 3, 1);
  CHECK(reference::all_near(y, {0.5L, 0, 0.5L, 1, 0, 0}, 0x1p-100L));
  CHECK(reference::all_near(logs, log_probs(x, l), 0, 2));
  CHECK(logs[0] == doctest::Approx(-0.6931471805599453).epsilon(1e-7));
  std::vector<std::int64_t> const labels{0, 1};
  std::vector<T> losses(2), gradient(6);
  auto const sum = backend::cross_entropy_index(wellformed::host{}, x.data(), labels.data(), options<T>(l),
                                                losses.data(), gradient.data());
  CHECK(sum.total == doctest::Approx(19999.6931471805599).epsilon(1e-10));
  CHECK(reference::all_near(gradient, {-0.5L, 0, 0.5L, 1, -1, 0}, 0x1p-100L));
}

TEST_CASE_TEMPLATE("a NaN or a positive infinity among the logits reaches every result", T, float, double) {
  for (T const bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    for (std::size_t at = 0; at < 3; ++at) {
      std::vector<T> x{1, 2, 3}, y(3), gradient(3);
      x[at] = bad;
      backend::softmax(wellformed::host{}, y.data(), x.data(), 1, 3, 1);
      std::int32_t const label = 0;
      auto const sum =
          backend::cross_entropy_index(wellformed::host{}, x.data(), &label, options<T>({1, 3, 1}),
                                       static_cast<T*>(nullptr), gradient.data());
      bool any = false;
      for (std::size_t c = 0; c < 3; ++c) any |= !wellformed::is_finite(y[c]);
      CHECK(any);
      CHECK_FALSE(wellformed::is_finite(sum.total));
    }
  }
}

TEST_CASE("gradients of softmax and log_softmax") {
  for (auto const l : layouts) {
    auto const x = numbers<double>(static_cast<index_t>(l.size()), 1),
               gy = numbers<double>(static_cast<index_t>(l.size()), 2);
    for (bool const log : {false, true}) {
      wellformed::host const here;
      auto const value = [&](std::vector<double> const& v) {
        std::vector<double> y(v.size());
        if (log) {
          backend::log_softmax(here, y.data(), v.data(), l.outer, l.n, l.inner);
        } else {
          backend::softmax(here, y.data(), v.data(), l.outer, l.n, l.inner);
        }
        return y;
      };
      std::vector<double> gx(x.size(), NAN);
      if (log) {
        backend::log_softmax_backward(here, gx.data(), value(x).data(), gy.data(), l.outer, l.n, l.inner);
      } else {
        backend::softmax_backward(here, gx.data(), value(x).data(), gy.data(), l.outer, l.n, l.inner);
      }
      CHECK(reference::is_gradient(gx, x, [&](auto const& v) { return reference::dot(value(v), gy); }));
    }
  }
}

TEST_CASE_TEMPLATE("cross entropy by index: every mix of options, value and gradient", Label, std::uint8_t,
                   std::int32_t, std::int64_t) {
  for (auto const l : layouts) {
    auto const x = numbers<double>(static_cast<index_t>(l.size()), 1);
    auto const single = numbers<float>(static_cast<index_t>(l.size()), 1);
    auto const weights = numbers<double>(l.n, 3, 0.1, 3);
    std::vector<float> const single_weights(weights.begin(), weights.end());
    auto const picked = reference::labels(static_cast<index_t>(l.rows()), l.n, 4);
    std::vector<Label> labels(picked.begin(), picked.end());
    labels.back() = Label(255);
    auto const mask = std::make_unique<bool[]>(l.rows());
    for (std::size_t r = 1; r < l.rows(); ++r) mask[r] = true;
    for (int form = 0; form < 8; ++form) {
      auto o = options<double>(l);
      o.has_ignore = true;
      o.ignored = 255;
      if ((form & 1) != 0) o.weights = weights.data();
      if ((form & 2) != 0) o.label_smoothing = 0.3;
      if ((form & 4) != 0) o.mask = mask.get();
      auto const expected = index_loss(log_probs(x, l), labels, o);
      std::vector<double> losses(l.rows(), NAN), gradient(x.size(), NAN);
      auto const sum = backend::cross_entropy_index(wellformed::host{}, x.data(), labels.data(), o,
                                                    losses.data(), gradient.data());
      INFO("n ", l.n, " form ", form);
      CHECK(sum.bad_row == -1);
      CHECK(reference::all_near(losses, expected, 1));
      CHECK(reference::near(sum.total, total_of(expected), 1));
      double weight = 0;
      index_t rows = 0;
      for (std::size_t r = 0; r < l.rows(); ++r) {
        if (labels[r] == Label(255) || (o.mask != nullptr && !o.mask[r])) continue;
        weight += o.weights == nullptr ? 1 : weights[static_cast<std::size_t>(labels[r])];
        ++rows;
      }
      CHECK(sum.rows == rows);
      CHECK(sum.weight == doctest::Approx(weight).epsilon(1e-14));
      CHECK(reference::is_gradient(gradient, x, [&](auto const& v) {
        return backend::cross_entropy_index<double>(wellformed::host{}, v.data(), labels.data(), o, nullptr,
                                                    nullptr)
            .total;
      }));
      auto s = options<float>(l);
      s.has_ignore = true;
      s.ignored = 255;
      s.mask = o.mask;
      s.label_smoothing = static_cast<float>(o.label_smoothing);
      if (o.weights != nullptr) s.weights = single_weights.data();
      std::vector<float> single_losses(l.rows());
      backend::cross_entropy_index<float>(wellformed::host{}, single.data(), labels.data(), s,
                                          single_losses.data(), nullptr);
      CHECK(reference::all_near(single_losses, index_loss(log_probs(single, l), labels, s), 1));
    }
  }
}

TEST_CASE("cross entropy against probabilities: every mix of options, value and gradient") {
  for (auto const l : layouts) {
    auto const count = static_cast<index_t>(l.size());
    auto const x = numbers<double>(count, 1), raw = numbers<double>(count, 2),
               weights = numbers<double>(l.n, 3, 0.1, 3);
    std::vector<double> q(x.size());
    backend::softmax(wellformed::host{}, q.data(), raw.data(), l.outer, l.n, l.inner);
    for (int form = 0; form < 4; ++form) {
      auto o = options<double>(l);
      if ((form & 1) != 0) o.weights = weights.data();
      if ((form & 2) != 0) o.label_smoothing = 0.2;
      auto const lp = log_probs(x, l);
      std::vector<real> expected(l.rows(), 0);
      for (std::size_t r = 0; r < l.rows(); ++r) {
        for (index_t c = 0; c < l.n; ++c) {
          real const e = o.label_smoothing;
          real const target = q[l.at(r, c)] * (1 - e) + e / static_cast<real>(l.n);
          expected[r] -=
              (o.weights == nullptr ? 1 : weights[static_cast<std::size_t>(c)]) * target * lp[l.at(r, c)];
        }
      }
      std::vector<double> losses(l.rows(), NAN), gradient(x.size(), NAN);
      auto const sum = backend::cross_entropy_probs(wellformed::host{}, x.data(), q.data(), o, losses.data(),
                                                    gradient.data());
      CHECK(reference::all_near(losses, expected, 1));
      CHECK(sum.rows == static_cast<index_t>(l.rows()));
      CHECK(sum.weight == static_cast<double>(l.rows()));
      CHECK(reference::is_gradient(gradient, x, [&](auto const& v) {
        return backend::cross_entropy_probs<double>(wellformed::host{}, v.data(), q.data(), o, nullptr,
                                                    nullptr)
            .total;
      }));
    }
  }
}

TEST_CASE("nll with weights and ignored rows") {
  for (auto const l : layouts) {
    auto const x = numbers<double>(static_cast<index_t>(l.size()), 1, -5, 0);
    auto const weights = numbers<double>(l.n, 3, 0.1, 3);
    auto labels = reference::labels(static_cast<index_t>(l.rows()), l.n, 4);
    labels.back() = -1;
    auto o = options<double>(l);
    o.has_ignore = true;
    o.ignored = -1;
    o.weights = weights.data();
    std::vector<real> const lp(x.begin(), x.end());
    std::vector<double> losses(l.rows(), NAN), gradient(x.size(), NAN);
    auto const sum =
        backend::nll(wellformed::host{}, x.data(), labels.data(), o, losses.data(), gradient.data());
    CHECK(reference::all_near(losses, index_loss(lp, labels, o), 0));
    CHECK(sum.rows == static_cast<index_t>(l.rows()) - 1);
    CHECK(reference::is_gradient(gradient, x, [&](auto const& v) {
      return backend::nll<double>(wellformed::host{}, v.data(), labels.data(), o, nullptr, nullptr).total;
    }));
  }
}

TEST_CASE("a label that is no class is reported with its row") {
  std::vector<double> const x(12, 0.5);
  for (index_t const bad : {index_t{3}, index_t{-1}, index_t{1} << 40}) {
    std::vector<index_t> const labels{0, 2, bad, 1};
    auto const sum = backend::cross_entropy_index<double>(wellformed::host{}, x.data(), labels.data(),
                                                          options<double>({4, 3, 1}), nullptr, nullptr);
    CHECK(sum.bad_row == 2);
    CHECK(sum.bad_value == bad);
    CHECK(backend::nll<double>(wellformed::host{}, x.data(), labels.data(), options<double>({4, 3, 1}),
                               nullptr, nullptr)
              .bad_row == 2);
  }
}

TEST_CASE("a class of probability 0 that the target does not ask for adds nothing") {
  double const infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const x{1, -infinity, 2}, q{0.5, 0, 0.5};
  std::vector<double> gradient(3);
  auto const sum = backend::cross_entropy_probs<double>(wellformed::host{}, x.data(), q.data(),
                                                        options<double>({1, 3, 1}), nullptr, gradient.data());
  CHECK(sum.total == doctest::Approx(std::log(1 + std::exp(1.0)) - 0.5).epsilon(1e-14));
  CHECK(gradient[1] == 0);
}

TEST_CASE("nothing happens for empty extents") {
  backend::softmax<double>(wellformed::host{}, nullptr, nullptr, 0, 3, 1);
  backend::softmax<double>(wellformed::host{}, nullptr, nullptr, 2, 0, 3);
  backend::log_softmax<double>(wellformed::host{}, nullptr, nullptr, 2, 3, 0);
  CHECK(backend::cross_entropy_index<double, std::int64_t>(wellformed::host{}, nullptr, nullptr,
                                                           options<double>({0, 3, 1}), nullptr, nullptr)
            .rows == 0);
  CHECK(backend::cross_entropy_probs<double>(wellformed::host{}, nullptr, nullptr, options<double>({2, 0, 1}),
                                             nullptr, nullptr)
            .rows == 0);
}

TEST_CASE("scale_rows multiplies each row by its own factor") {
  std::vector<double> g{1, 2, 3, 4, 5, 6, 7, 8};  // (1, 4, 2)
  std::vector<double> const factor{10, -1};
  backend::scale_rows(wellformed::host{}, g.data(), factor.data(), 1, 4, 2);
  CHECK(g == std::vector<double>{10, -2, 30, -4, 50, -6, 70, -8});
}
