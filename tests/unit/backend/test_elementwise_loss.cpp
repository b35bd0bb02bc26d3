// SPDX-License-Identifier: Apache-2.0
// Element-wise losses against their formulas in long double, and their gradients against central differences.
#include <doctest/doctest.h>

#include <wellformed/backend/elementwise_loss.hpp>
#include <wellformed/core/bits.hpp>

#include "reference.hpp"

namespace backend = wellformed::backend;
using reference::index_t;
using reference::numbers;
using reference::real;

namespace {

/// Runs `loss(prediction, losses, gradient)` in T against `formula(i)`; the gradient is checked in double.
template <class T, class Loss, class Formula>
void check(std::vector<T> const& x, Loss loss, Formula formula, double tolerance = 2e-8) {
  std::vector<T> losses(x.size(), static_cast<T>(NAN)), gradient(x.size(), static_cast<T>(NAN));
  double const total = loss(x.data(), losses.data(), gradient.data());
  std::vector<real> expected(x.size());
  real sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += expected[i] = formula(i);
  CHECK(reference::all_near(losses, expected, 1));
  CHECK(reference::near(static_cast<T>(total), sum, 1));
  CHECK(loss(x.data(), nullptr, nullptr) == doctest::Approx(total).epsilon(1e-13));
  if constexpr (sizeof(T) == 8) {
    CHECK(reference::is_gradient(
        gradient, x, [&](auto const& v) { return loss(v.data(), nullptr, nullptr); }, tolerance));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("binary cross entropy with logits, with and without weights of the positive answer", T,
                   float, double) {
  for (index_t rows : {1, 2, 31}) {
    for (index_t columns : {1, 3, 7}) {
      auto const x = numbers<T>(rows * columns, 1, -8, 8), t = numbers<T>(rows * columns, 2, 0, 1);
      auto const weights = numbers<T>(columns, 3, 0.2, 5);
      for (T const* w : {static_cast<T const*>(nullptr), weights.data()}) {
        check(
            x,
            [&](T const* v, T* l, T* g) {
              return backend::bce_with_logits(wellformed::host{}, v, t.data(), rows, columns, w, l, g);
            },
            [&](std::size_t i) {
              real const p = 1 / (1 + std::exp(-static_cast<real>(x[i])));
              real const weight = w == nullptr ? 1 : w[i % static_cast<std::size_t>(columns)];
              return -(weight * t[i] * std::log(p) + (1 - static_cast<real>(t[i])) * std::log(1 - p));
            });
      }
    }
  }
}

TEST_CASE_TEMPLATE("binary cross entropy with logits far out keeps small slopes", T, float, double) {
  std::vector<T> const x{T(-1e4), T(1e4), T(-1e4), T(-40), T(40)}, t{0, 1, 1, 0, 1};
  std::vector<T> losses(5), gradient(5);
  backend::bce_with_logits<T>(wellformed::host{}, x.data(), t.data(), 5, 1, nullptr, losses.data(),
                              gradient.data());
  real const small = std::exp(-40.0L);
  CHECK(reference::all_near(losses, {0, 0, 1e4L, std::log1p(small), std::log1p(small)}, 0));
  CHECK(reference::all_near(gradient, {0, 0, -1, small / (1 + small), -small / (1 + small)}, 0));
}

TEST_CASE_TEMPLATE("binary cross entropy of probabilities", T, float, double) {
  for (auto const n : reference::sizes) {
    auto const p = numbers<T>(n, 1, 0.05, 0.95), t = numbers<T>(n, 2, 0, 1);
    check(
        p, [&](T const* v, T* l, T* g) { return backend::bce(wellformed::host{}, v, t.data(), n, l, g); },
        [&](std::size_t i) {
          real const q = p[i];
          return -(t[i] * std::log(q) + (1 - static_cast<real>(t[i])) * std::log1p(-q));
        },
        1e-6);
  }
}

TEST_CASE_TEMPLATE("binary cross entropy at 0 and 1 is bounded as in PyTorch", T, float, double) {
  std::vector<T> const p{0, 0, 1, 1, T(-0.0)}, t{0, 1, 0, 1, 0};
  std::vector<T> losses(5), gradient(5);
  backend::bce(wellformed::host{}, p.data(), t.data(), 5, losses.data(), gradient.data());
  CHECK(losses == std::vector<T>{0, 100, 100, 0, 0});
  CHECK(gradient == std::vector<T>{0, -1 / T(1e-12f), 1 / T(1e-12f), 0, 0});
}

TEST_CASE_TEMPLATE("binary cross entropy of what is no probability is not a number", T, float, double) {
  T const none = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  for (T const p : {none, -none, infinity, -infinity, T(-1e-6), T(1.001)}) {
    T const t = 1;
    T gradient = 0;
    CHECK_FALSE(wellformed::is_finite(
        backend::bce(wellformed::host{}, &p, &t, 1, static_cast<T*>(nullptr), &gradient)));
    CHECK_FALSE(wellformed::is_finite(gradient));
  }
}

TEST_CASE_TEMPLATE("kl_div against probabilities and against logarithms", T, float, double) {
  for (auto const n : reference::sizes) {
    auto const x = numbers<T>(n, 1, -6, 0), logs = numbers<T>(n, 3, -6, 0);
    auto q = numbers<T>(n, 2, 0.01, 1);
    q[0] = 0;
    check(
        x,
        [&](T const* v, T* l, T* g) {
          return backend::kl_div(wellformed::host{}, v, q.data(), false, n, l, g);
        },
        [&](std::size_t i) {
          real const at = q[i];
          return i == 0 ? 0 : at * (std::log(at) - x[i]);
        });
    check(
        x,
        [&](T const* v, T* l, T* g) {
          return backend::kl_div(wellformed::host{}, v, logs.data(), true, n, l, g);
        },
        [&](std::size_t i) {
          return std::exp(static_cast<real>(logs[i])) * (static_cast<real>(logs[i]) - x[i]);
        });
  }
}

TEST_CASE_TEMPLATE("mse, l1 and huber", T, float, double) {
  for (auto const n : reference::sizes) {
    auto const x = numbers<T>(n, 1), t = numbers<T>(n, 2);
    auto const d = [&](std::size_t i) { return static_cast<real>(x[i]) - static_cast<real>(t[i]); };
    check(
        x, [&](T const* v, T* l, T* g) { return backend::mse(wellformed::host{}, v, t.data(), n, l, g); },
        [&](std::size_t i) { return d(i) * d(i); });
    check(
        x, [&](T const* v, T* l, T* g) { return backend::l1(wellformed::host{}, v, t.data(), n, l, g); },
        [&](std::size_t i) { return std::abs(d(i)); });
    check(
        x,
        [&](T const* v, T* l, T* g) {
          return backend::huber(wellformed::host{}, v, t.data(), T(0.5), n, l, g);
        },
        [&](std::size_t i) {
          return std::abs(d(i)) <= 0.5L ? d(i) * d(i) / 2 : 0.5L * (std::abs(d(i)) - 0.25L);
        });
  }
}

TEST_CASE("slopes at the corners of l1 and huber") {
  std::vector<double> const x{1, 1.5, 0.5, 9}, t{1, 1, 1, 1};
  std::vector<double> gradient(4);
  backend::l1<double>(wellformed::host{}, x.data(), t.data(), 4, nullptr, gradient.data());
  CHECK(gradient == std::vector<double>{0, 1, -1, 1});
  backend::huber<double>(wellformed::host{}, x.data(), t.data(), 0.5, 4, nullptr, gradient.data());
  CHECK(gradient == std::vector<double>{0, 0.5, -0.5, 0.5});
}

TEST_CASE("the loss of nothing is 0") {
  CHECK(backend::mse<float>(wellformed::host{}, nullptr, nullptr, 0, nullptr, nullptr) == 0);
  CHECK(backend::bce_with_logits<float>(wellformed::host{}, nullptr, nullptr, 0, 3, nullptr, nullptr,
                                        nullptr) == 0);
  CHECK(backend::bce_with_logits<float>(wellformed::host{}, nullptr, nullptr, 3, 0, nullptr, nullptr,
                                        nullptr) == 0);
}
