// SPDX-License-Identifier: Apache-2.0
// Matrix products and the linear layer's passes against a naive product in long double.
#include <doctest/doctest.h>

#include <wellformed/backend/contract.hpp>
#include <wellformed/core/slab.hpp>

#include "reference.hpp"

namespace backend = wellformed::backend;
using reference::index_t;
using reference::numbers;
using reference::real;

template <class T>
std::vector<real> naive(std::vector<T> const& a, std::vector<T> const& b, std::vector<T> const& c, index_t m,
                        index_t n, index_t k, bool ta, bool tb, T beta) {
  std::vector<real> out(c.size());
  for (index_t i = 0; i < m; ++i) {
    for (index_t j = 0; j < n; ++j) {
      real total = beta == T(0) ? 0 : static_cast<real>(beta) * c[static_cast<std::size_t>(i * n + j)];
      for (index_t l = 0; l < k; ++l) {
        total += static_cast<real>(a[static_cast<std::size_t>(ta ? l * m + i : i * k + l)]) *
                 b[static_cast<std::size_t>(tb ? j * k + l : l * n + j)];
      }
      out[static_cast<std::size_t>(i * n + j)] = total;
    }
  }
  return out;
}

TEST_CASE_TEMPLATE("matmul in all four layouts, with and without an old value", T, float, double) {
  for (index_t m : {1, 2, 3, 31, 33}) {
    for (index_t n : {1, 2, 5, 33, 67}) {
      for (index_t k : {1, 3, 31, 67}) {
        for (int form = 0; form < 12; ++form) {
          bool const ta = (form & 1) != 0, tb = (form & 2) != 0;
          T const beta = form < 4 ? T(0) : form < 8 ? T(1) : T(-0.5);
          auto const a = numbers<T>(m * k, 1), b = numbers<T>(k * n, 2);
          auto c = numbers<T>(m * n, 3);
          if (beta == T(0)) c[0] = static_cast<T>(NAN);  // beta 0 does not read c
          auto const expected = naive(a, b, c, m, n, k, ta, tb, beta);
          backend::matmul(wellformed::host{}, c.data(), a.data(), b.data(), m, n, k, ta, tb, beta);
          INFO(m, " ", n, " ", k, " form ", form);
          REQUIRE(reference::all_near(c, expected, static_cast<real>(k)));
        }
      }
    }
  }
}

TEST_CASE("matmul with an empty extent only scales") {
  std::vector<double> c{2, 4};
  backend::matmul<double>(wellformed::host{}, c.data(), nullptr, nullptr, 1, 2, 0, false, false, 0.5);
  CHECK(c == std::vector<double>{1, 2});
  backend::matmul<double>(wellformed::host{}, c.data(), nullptr, nullptr, 1, 2, 0, false, false, 0);
  CHECK(c == std::vector<double>{0, 0});
  backend::matmul<double>(wellformed::host{}, nullptr, nullptr, nullptr, 0, 2, 3, false, false, 0);
  backend::linear_forward<double>(wellformed::host{}, nullptr, nullptr, nullptr, nullptr, 0, 3, 2);
}

TEST_CASE("large products take no memory from the system after the first") {
  index_t const n = 513;
  auto const a = numbers<float>(n * n, 1), b = numbers<float>(n * n, 2);
  std::vector<float> c(a.size());
  backend::matmul(wellformed::host{}, c.data(), a.data(), b.data(), n, n, n, false, true, 0.0f);
  auto const before = wellformed::host_pool().system_allocations;
  for (int i = 0; i < 3; ++i)
    backend::matmul(wellformed::host{}, c.data(), a.data(), b.data(), n, n, n, false, true, 0.0f);
  CHECK(wellformed::host_pool().system_allocations == before);
  CHECK(reference::all_near(c, naive(a, b, c, n, n, n, false, true, 0.0f), 30));
}

TEST_CASE("linear: value and gradients, which accumulate for parameters") {
  for (index_t rows : {1, 2, 33}) {
    for (index_t in : {1, 3, 31}) {
      for (index_t out : {1, 2, 7}) {
        auto const x = numbers<double>(rows * in, 1), w = numbers<double>(out * in, 2),
                   b = numbers<double>(out, 3);
        auto const gy = numbers<double>(rows * out, 4);
        auto const value = [&](auto const& xs, auto const& ws, double const* bs) {
          std::vector<double> y(gy.size());
          backend::linear_forward(wellformed::host{}, y.data(), xs.data(), ws.data(), bs, rows, in, out);
          return reference::dot(y, gy);
        };
        std::vector<double> gx(x.size(), NAN), gw(w.size(), 1), gb(b.size(), 2);
        backend::linear_backward(wellformed::host{}, gx.data(), gw.data(), gb.data(), gy.data(), x.data(),
                                 w.data(), rows, in, out);
        for (auto& g : gw) g -= 1;
        for (auto& g : gb) g -= 2;
        CHECK(reference::is_gradient(gx, x, [&](auto const& v) { return value(v, w, b.data()); }));
        CHECK(reference::is_gradient(gw, w, [&](auto const& v) { return value(x, v, b.data()); }));
        CHECK(reference::is_gradient(gb, b, [&](auto const& v) { return value(x, w, v.data()); }));
        CHECK(value(x, w, nullptr) ==
              doctest::Approx(value(x, w, std::vector<double>(b.size(), 0.0).data())).epsilon(1e-13));
        std::vector<double> only_gw(w.size(), 0);
        backend::linear_backward<double>(wellformed::host{}, nullptr, only_gw.data(), nullptr, gy.data(),
                                         x.data(), w.data(), rows, in, out);
        CHECK(only_gw[0] == doctest::Approx(gw[0]).epsilon(1e-12));
      }
    }
  }
}
