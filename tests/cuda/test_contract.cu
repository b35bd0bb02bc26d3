// SPDX-License-Identifier: Apache-2.0
// Products on a GPU are those of the host: exactly on whole numbers, in every layout and for empty extents.
#include <doctest/doctest.h>

#include <cmath>

#include <wellformed/backend/contract.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wellformed::backend;
using backend::product_sum;
using wf::index_t;

namespace {

/// Whole numbers from -2 to 2.
template <class T>
std::vector<T> small_numbers(index_t count, std::uint64_t stream) {
  auto const from = random_values<float>(static_cast<std::size_t>(count), stream, -2.5, 2.5);
  std::vector<T> values;
  for (float const x : from) values.push_back(T(std::round(x)));
  return values;
}

/// As the type in which the host computes.
template <class T>
std::vector<product_sum<T>> widened(std::vector<T> const& from) {
  std::vector<product_sum<T>> values;
  for (T const x : from) values.push_back(static_cast<product_sum<T>>(x));
  return values;
}
template <class T>
std::vector<T> narrowed(std::vector<product_sum<T>> const& from) {
  std::vector<T> values;
  for (auto const x : from) values.push_back(T(x));
  return values;
}

/// As numbers: what rounds to zero may have either sign.
template <class T>
void check_equal(std::vector<T> const& found, std::vector<T> const& expected) {
  CHECK(widened(found) == widened(expected));
}

template <class T, class... Option>
void check_matmul(index_t m, index_t n, index_t k, bool ta, bool tb, product_sum<T> beta, std::size_t shift,
                  Option... option) {
  auto const a = small_numbers<T>(m * k, 1), b = small_numbers<T>(k * n, 2);
  auto c = small_numbers<T>(m * n, 3);
  if (beta == 0 && m * n > 0) c[0] = T(NAN);  // beta 0 does not read c
  device_vector<T> const on_a(a, shift), on_b(b);
  device_vector<T> on_c(c, shift);
  auto expected = widened(c);
  backend::matmul(wf::host{}, expected.data(), widened(a).data(), widened(b).data(), m, n, k, ta, tb, beta);
  backend::matmul(wf::cuda{}, on_c.data(), on_a.data(), on_b.data(), m, n, k, ta, tb, beta, option...);
  INFO(m, " ", n, " ", k, " ", ta, " ", tb, " ", static_cast<double>(beta));
  check_equal(on_c.on_host(), narrowed<T>(expected));
}

template <class T, class... Option>
void check_linear(index_t rows, index_t in, index_t out, bool bias, bool want_input, Option... option) {
  INFO(rows, " ", in, " ", out);
  auto const x = small_numbers<T>(rows * in, 1), w = small_numbers<T>(out * in, 2),
             b = small_numbers<T>(out, 3);
  auto const gy = small_numbers<T>(rows * out, 4);
  using sum = product_sum<T>;
  std::vector<sum> y(static_cast<std::size_t>(rows * out)), gx(static_cast<std::size_t>(rows * in));
  auto gw = small_numbers<sum>(out * in, 5), gb = small_numbers<sum>(out, 6);
  device_vector<T> const on_x(x), on_w(w, 1), on_b(b), on_gy(gy);
  device_vector<T> on_y(y.size()), on_gx(gx.size());
  device_vector<sum> on_gw(gw), on_gb(gb, 1);

  auto const wide_x = widened(x), wide_w = widened(w), wide_b = widened(b), wide_gy = widened(gy);
  backend::linear_forward(wf::host{}, y.data(), wide_x.data(), wide_w.data(), bias ? wide_b.data() : nullptr,
                          rows, in, out);
  backend::linear_backward(wf::host{}, want_input ? gx.data() : nullptr, gw.data(),
                           bias ? gb.data() : nullptr, wide_gy.data(), wide_x.data(), wide_w.data(), rows, in,
                           out);
  backend::linear_forward(wf::cuda{}, on_y.data(), on_x.data(), on_w.data(), bias ? on_b.data() : nullptr,
                          rows, in, out, option...);
  backend::linear_backward(wf::cuda{}, want_input ? on_gx.data() : nullptr, on_gw.data(),
                           bias ? on_gb.data() : nullptr, on_gy.data(), on_x.data(), on_w.data(), rows, in,
                           out, option...);
  check_equal(on_y.on_host(), narrowed<T>(y));
  if (want_input) check_equal(on_gx.on_host(), narrowed<T>(gx));
  check_equal(on_gw.on_host(), gw);
  check_equal(on_gb.on_host(), gb);
}

}  // namespace

TEST_CASE_TEMPLATE("matmul is the host's in all layouts", T, float, double, wf::half, wf::bfloat16) {
  for (index_t const m : {0, 1, 2, 31, 33}) {
    for (index_t const n : {0, 1, 5, 32, 37}) {
      for (index_t const k : {0, 1, 3, 31}) {
        for (int form = 0; form < 12; ++form) {
          auto const beta = product_sum<T>(form < 4 ? 0 : form < 8 ? 1 : -0.5);
          check_matmul<T>(m, n, k, (form & 1) != 0, (form & 2) != 0, beta,
                          static_cast<std::size_t>(form % 3));
        }
      }
    }
  }
}

TEST_CASE_TEMPLATE("linear is the host's, forward and backward", T, float, double, wf::half, wf::bfloat16) {
  for (index_t const rows : {0, 1, 33, 101}) {
    for (index_t const in : {0, 1, 17, 32}) {
      for (index_t const out : {0, 1, 10, 31, 40}) {
        check_linear<T>(rows, in, out, true, true);
        check_linear<T>(rows, in, out, false, true);
        check_linear<T>(rows, in, out, true, false);
      }
    }
  }
  check_linear<T>(2100, 3, 40, true, true);
}

TEST_CASE("tf32 by name") {
  check_matmul<float>(33, 31, 29, true, false, 1, 0, wf::tf32{});
  check_linear<float>(33, 17, 10, true, true, wf::tf32{});
  index_t const n = 64;
  auto const a = random_values<float>(4096, 1), b = random_values<float>(4096, 2);
  std::vector<float> expected(4096);
  backend::matmul(wf::host{}, expected.data(), a.data(), b.data(), n, n, n, false, false, 0.0f);
  device_vector<float> const on_a(a), on_b(b);
  device_vector<float> full(4096), rounded(4096);
  backend::matmul(wf::cuda{}, full.data(), on_a.data(), on_b.data(), n, n, n, false, false, 0);
  backend::matmul(wf::cuda{}, rounded.data(), on_a.data(), on_b.data(), n, n, n, false, false, 0, wf::tf32{});
  check_close(full.on_host(), expected);
  check_close(rounded.on_host(), expected, 1e3);
  double worst = 0;
  auto const found = rounded.on_host();
  for (std::size_t i = 0; i < found.size(); ++i) worst = std::fmax(worst, std::fabs(found[i] - expected[i]));
  CHECK(worst > 1e-5);
}
