// SPDX-License-Identifier: Apache-2.0
// Element-wise losses: sums, values and slopes of the GPU against the CPU's, with and without the buffers
// that may be null.
#include <limits>

#include <wellformed/backend/elementwise_loss.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;
namespace backend = wf::backend;

namespace {

/// Calls loss(where, x, targets, losses, slopes, sum...) on both.
template <class T, class Loss>
void check_loss(std::vector<T> const& x, std::vector<T> const& targets, std::size_t shift, Loss loss) {
  auto const size = x.size();
  CAPTURE(size);
  CAPTURE(shift);
  std::vector<T> losses(size), slopes(size);
  double const expected = loss(wf::host{}, x.data(), targets.data(), losses.data(), slopes.data());
  device_vector<T> const from(x, shift), to(targets, shift);
  device_vector<T> found_losses(size, shift), found_slopes(size, shift);
  for (bool const with_losses : {true, false}) {
    for (bool const with_slopes : {true, false}) {
      device_value<backend::loss_sum> sum;
      loss(wf::cuda{}, from.data(), to.data(), with_losses ? found_losses.data() : nullptr,
           with_slopes ? found_slopes.data() : nullptr, sum.data());
      auto const found = sum.on_host();
      check_close(std::vector<T>{static_cast<T>(found.total)}, std::vector<T>{static_cast<T>(expected)});
      CHECK(found.weight == static_cast<double>(size));
      CHECK(found.rows == static_cast<index_t>(size));
      CHECK(found.bad_row == -1);
    }
  }
  check_close(found_losses.on_host(), losses);
  check_close(found_slopes.on_host(), slopes);
}

std::vector<std::size_t> const sizes{0, 1, 33, 1023, 5003};

}  // namespace

TEST_CASE_TEMPLATE("binary cross entropy, from logits and from probabilities", T, float, double) {
  for (auto const size : sizes) {
    for (std::size_t const shift : {0, 1}) {
      auto const n = static_cast<index_t>(size);
      auto logits = random_values<T>(size, 1, -9, 9);
      if (size > 1000) logits[7] = T(700), logits[8] = T(-700), logits[9] = T(0);
      auto const targets = random_values<T>(size, 2, 0, 1);
      check_loss<T>(logits, targets, shift, [&](auto where, auto... rest) {
        auto const call = [&](auto x, auto t, auto losses, auto slopes, auto... sum) {
          return backend::bce_with_logits(where, x, t, n, index_t{1}, static_cast<T const*>(nullptr), losses,
                                          slopes, sum...);
        };
        return call(rest...);
      });
      auto p = random_values<T>(size, 3, 0, 1);
      if (size > 1000) p[7] = T(0), p[8] = T(1), p[9] = T(1.5), p[10] = std::numeric_limits<T>::quiet_NaN();
      check_loss<T>(p, targets, shift,
                    [&](auto where, auto x, auto t, auto losses, auto slopes, auto... sum) {
                      return backend::bce(where, x, t, n, losses, slopes, sum...);
                    });
    }
  }
}

TEST_CASE_TEMPLATE("binary cross entropy with weights a column", T, float, double) {
  for (index_t const columns : {1, 3, 4, 31, 1025}) {
    for (std::size_t const shift : {0, 1}) {
      index_t const rows = 37;
      auto const size = static_cast<std::size_t>(rows * columns);
      auto const weights = random_values<T>(static_cast<std::size_t>(columns), 5, 0, 3);
      device_vector<T> const there(weights);
      check_loss<T>(random_values<T>(size, 1), random_values<T>(size, 2, 0, 1), shift,
                    [&](auto where, auto x, auto t, auto losses, auto slopes, auto... sum) {
                      constexpr bool here = std::is_same_v<decltype(where), wf::host>;
                      T const* const w = here ? weights.data() : there.data();
                      return backend::bce_with_logits(where, x, t, rows, columns, w, losses, slopes, sum...);
                    });
    }
  }
}

TEST_CASE_TEMPLATE("divergence, squares, distances, huber", T, float, double) {
  for (auto const size : sizes) {
    for (std::size_t const shift : {0, 1}) {
      auto const n = static_cast<index_t>(size);
      auto const x = random_values<T>(size, 1), t = random_values<T>(size, 2);
      auto q = random_values<T>(size, 3, 0, 1);
      for (std::size_t i = 0; i < size; i += 5) q[i] = 0;
      for (bool const logs : {true, false}) {
        check_loss<T>(x, logs ? t : q, shift,
                      [&](auto where, auto a, auto b, auto losses, auto slopes, auto... sum) {
                        return backend::kl_div(where, a, b, logs, n, losses, slopes, sum...);
                      });
      }
      check_loss<T>(x, t, shift, [&](auto where, auto a, auto b, auto losses, auto slopes, auto... sum) {
        return backend::mse(where, a, b, n, losses, slopes, sum...);
      });
      check_loss<T>(x, t, shift, [&](auto where, auto a, auto b, auto losses, auto slopes, auto... sum) {
        return backend::l1(where, a, b, n, losses, slopes, sum...);
      });
      check_loss<T>(x, t, shift, [&](auto where, auto a, auto b, auto losses, auto slopes, auto... sum) {
        return backend::huber(where, a, b, T(1), n, losses, slopes, sum...);
      });
    }
  }
}

TEST_CASE_TEMPLATE("integers give the CPU's bits, and so does a plain sum", T, float, double) {
  for (std::size_t const size : {1023, 40009}) {
    auto const n = static_cast<index_t>(size);
    auto const x = integers<T>(size, 1), t = integers<T>(size, 2);
    device_vector<T> const a(x), b(t);
    device_vector<T> losses(size), slopes(size);
    std::vector<T> expected_losses(size), expected_slopes(size);
    device_value<backend::loss_sum> sum;
    backend::mse(wf::cuda{}, a.data(), b.data(), n, losses.data(), slopes.data(), sum.data());
    CHECK(sum.on_host().total ==
          backend::mse(wf::host{}, x.data(), t.data(), n, expected_losses.data(), expected_slopes.data()));
    check_same(losses.on_host(), expected_losses);
    check_same(slopes.on_host(), expected_slopes);
    backend::plain(wf::cuda{}, a.data(), n, sum.data());
    CHECK(sum.on_host().total == backend::plain(wf::host{}, x.data(), n));
  }
}

TEST_CASE("a confident, right prediction keeps a relative error below 1e-6") {
  std::vector<float> logits, targets;
  for (int i = -860; i <= 860; ++i) {
    logits.push_back(static_cast<float>(i) / 10);
    targets.push_back(i > 0 ? 1.0f : 0.0f);
  }
  auto const n = static_cast<index_t>(logits.size());
  std::vector<float> losses(logits.size()), slopes(logits.size());
  backend::bce_with_logits(wf::host{}, logits.data(), targets.data(), n, index_t{1},
                           static_cast<float const*>(nullptr), losses.data(), slopes.data());
  device_vector<float> const x(logits), t(targets);
  device_vector<float> found_losses(logits.size()), found_slopes(logits.size());
  device_value<backend::loss_sum> sum;
  backend::bce_with_logits(wf::cuda{}, x.data(), t.data(), n, index_t{1}, static_cast<float const*>(nullptr),
                           found_losses.data(), found_slopes.data(), sum.data());
  auto const a = found_losses.on_host(), b = found_slopes.on_host();
  for (std::size_t i = 0; i < a.size(); ++i) {
    CAPTURE(logits[i]);
    CHECK(a[i] == doctest::Approx(losses[i]).epsilon(1e-6).scale(0));
    CHECK(b[i] == doctest::Approx(slopes[i]).epsilon(1e-6).scale(0));
  }
}

TEST_CASE("a sum over many blocks has the same bits in every run") {
  device_vector<float> const x(random_values<float>(70001, 1)), t(random_values<float>(70001, 2));
  check_repeatable([&] {
    device_value<backend::loss_sum> sum;
    backend::mse(wf::cuda{}, x.data(), t.data(), index_t{70001}, static_cast<float*>(nullptr),
                 static_cast<float*>(nullptr), sum.data());
    return std::vector<double>{sum.on_host().total};
  });
}
