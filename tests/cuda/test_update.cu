// SPDX-License-Identifier: Apache-2.0
// Optimiser rules and the look over the gradient: the GPU's bits are the CPU's; what was decided on the
// device holds; a bad batch changes nothing.
#include <limits>

#include <wellformed/backend/scan.hpp>
#include <wellformed/backend/update.hpp>

#include "compare.hpp"
#include "error_record.cuh"
#include "launch.cuh"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;
namespace backend = wf::backend;

namespace {

/// Parameters, two states, gradient, on host and device.
template <class T>
struct pair_of_models {
  std::vector<T> here[4];
  std::vector<device_vector<T>> there;
  index_t count;

  pair_of_models(std::size_t size, std::size_t shift) : count(static_cast<index_t>(size)) {
    for (int n = 0; n < 4; ++n) {
      here[n] = random_values<T>(size, static_cast<std::uint64_t>(n));
      if (n == 1 || n == 2) here[n].assign(size, T(0));
      there.emplace_back(here[n], shift);
    }
  }
  void next_gradient(int step) {
    here[3] = random_values<T>(here[3].size(), static_cast<std::uint64_t>(10 + step));
    device_vector<T> const fresh(here[3]);
    if (count > 0) {
      backend::check(
          cudaMemcpy(there[3].data(), fresh.data(), here[3].size() * sizeof(T), cudaMemcpyDeviceToDevice),
          "a test's copy");
    }
  }
  void check_equal() const {
    for (int n = 0; n < 3; ++n) check_same(there[static_cast<std::size_t>(n)].on_host(), here[n]);
  }
};

__global__ void offend(backend::error_record* word) {
  backend::report(word, 820, backend::kernel_name::cross_entropy, 3, 12, 10);
}

backend::sgd_rule const sgd_rules[] = {{0.1, 0, 0, false}, {0.1, 0.9, 0.01, false}, {0.1, 0.9, 0.01, true}};
backend::adam_rule const adam_rules[] = {{1e-3, 0.9, 0.999, 1e-8, 0, false},
                                         {1e-2, 0.8, 0.99, 1e-6, 0.1, false},
                                         {1e-2, 0.9, 0.999, 1e-8, 0.1, true}};

}  // namespace

TEST_CASE_TEMPLATE("sgd has the CPU's bits", T, float, double) {
  for (auto const size : odd_sizes) {
    for (std::size_t const shift : {0, 1}) {
      for (auto const& rule : sgd_rules) {
        pair_of_models<T> m(size, shift);
        bool const plain = rule.momentum == 0;
        for (index_t step = 1; step < 4; ++step) {
          m.next_gradient(static_cast<int>(step));
          auto const control = device_vector<backend::step_control>(
              std::vector<backend::step_control>{{0.37, rule.lr, step, 1}});
          backend::sgd(wf::host{}, m.here[0].data(), plain ? nullptr : m.here[1].data(),
                       static_cast<T const*>(m.here[3].data()), 0.37, rule, step, m.count);
          T* const velocity = plain ? nullptr : m.there[1].data();
          T const* const gradient = m.there[3].data();
          if (step % 2 == 0) {
            backend::sgd(wf::cuda{}, m.there[0].data(), velocity, gradient, 0.37, rule, step, m.count);
          } else {
            backend::sgd(wf::cuda{}, m.there[0].data(), velocity, gradient, control.data(), rule, m.count);
          }
        }
        m.check_equal();
      }
    }
  }
}

TEST_CASE_TEMPLATE("adam and adamw have the CPU's bits", T, float, double) {
  for (auto const size : odd_sizes) {
    for (std::size_t const shift : {0, 1}) {
      for (auto const& rule : adam_rules) {
        pair_of_models<T> m(size, shift);
        for (index_t step = 1; step < 4; ++step) {
          m.next_gradient(static_cast<int>(step));
          backend::adam(wf::host{}, m.here[0].data(), m.here[1].data(), m.here[2].data(),
                        static_cast<T const*>(m.here[3].data()), 0.37, rule, step, m.count);
          backend::adam(wf::cuda{}, m.there[0].data(), m.there[1].data(), m.there[2].data(),
                        static_cast<T const*>(m.there[3].data()), 0.37, rule, step, m.count);
        }
        m.check_equal();
      }
    }
  }
}

TEST_CASE_TEMPLATE("adam by the device's decision takes powers by products", T, float, double) {
  for (auto const& rule : adam_rules) {
    for (index_t const step : {1, 2, 7, 1000, 1000000}) {
      CAPTURE(step);
      pair_of_models<T> m(1025, 0);
      auto const control =
          device_vector<backend::step_control>(std::vector<backend::step_control>{{0.37, rule.lr, step, 1}});
      backend::adam(wf::host{}, m.here[0].data(), m.here[1].data(), m.here[2].data(),
                    static_cast<T const*>(m.here[3].data()), 0.37, rule, step, m.count);
      backend::adam(wf::cuda{}, m.there[0].data(), m.there[1].data(), m.there[2].data(),
                    static_cast<T const*>(m.there[3].data()), control.data(), rule, m.count);
      for (int n = 0; n < 3; ++n) check_close(m.there[static_cast<std::size_t>(n)].on_host(), m.here[n], 0.1);
    }
  }
}

TEST_CASE_TEMPLATE("running statistics are committed", T, float, double) {
  for (auto const size : odd_sizes) {
    for (std::size_t const shift : {0, 1}) {
      pair_of_models<T> m(size, shift);
      backend::commit_statistics(wf::host{}, m.here[0].data(), static_cast<T const*>(m.here[1].data()),
                                 static_cast<T const*>(m.here[3].data()), m.count);
      backend::commit_statistics(wf::cuda{}, m.there[0].data(), static_cast<T const*>(m.there[1].data()),
                                 static_cast<T const*>(m.there[3].data()), m.count);
      m.check_equal();
    }
  }
}

TEST_CASE("nothing changes where the device decided so, or behind an offence") {
  for (bool const offence : {false, true}) {
    pair_of_models<float> m(1025, 0);
    auto const before = m;
    auto const control = device_vector<backend::step_control>(
        std::vector<backend::step_control>{{0.37, 0.1, 1, offence ? 1 : 0}});
    auto& on = backend::context_of(wf::cuda{});
    if (offence) backend::launch(on, "offend", offend, 1, 1, 0, on.word());
    float *const p = m.there[0].data(), *const v = m.there[1].data(), *const s = m.there[2].data();
    float const* const g = m.there[3].data();
    backend::sgd(wf::cuda{}, p, v, g, control.data(), sgd_rules[1], m.count);
    backend::sgd(wf::cuda{}, p, static_cast<float*>(nullptr), g, control.data(), sgd_rules[0], m.count);
    backend::adam(wf::cuda{}, p, v, s, g, control.data(), adam_rules[0], m.count);
    backend::commit_statistics(wf::cuda{}, p, g, g, control.data(), m.count);
    if (offence) {
      backend::sgd(wf::cuda{}, p, v, g, 0.37, sgd_rules[1], 1, m.count);
      backend::adam(wf::cuda{}, p, v, s, g, 0.37, adam_rules[0], 1, m.count);
      backend::commit_statistics(wf::cuda{}, p, g, g, m.count);
      CHECK_THROWS_WITH_AS(wf::synchronise(wf::cuda{}),
                           doctest::Contains("[WF820] cross_entropy: label 12 at row 3"), wf::error);
    }
    before.check_equal();
    backend::sgd(wf::cuda{}, p, v, g, 0.37, sgd_rules[1], 1, m.count);  // once it was read, steps go on
    backend::sgd(wf::host{}, m.here[0].data(), m.here[1].data(), static_cast<float const*>(m.here[3].data()),
                 0.37, sgd_rules[1], 1, m.count);
    m.check_equal();
  }
}

TEST_CASE_TEMPLATE("a gradient is scanned as on the CPU", T, float, double) {
  constexpr T infinite = std::numeric_limits<T>::infinity(), most = std::numeric_limits<T>::max();
  auto const check = [](std::vector<T> const& values, double divisor, std::size_t shift) {
    auto const count = static_cast<index_t>(values.size());
    auto const expected = backend::scan_gradient(wf::host{}, values.data(), count, divisor);
    device_vector<T> const there(values, shift);
    device_value<backend::gradient_scan> result;
    if (count % 2 == 0) {
      backend::scan_gradient(wf::cuda{}, there.data(), count, divisor, result.data());
    } else {
      device_vector<double> const by(std::vector<double>{divisor});
      backend::scan_gradient(wf::cuda{}, there.data(), count, by.data(), result.data());
    }
    auto const found = result.on_host();
    CAPTURE(count);
    CAPTURE(divisor);
    CHECK(found.norm == doctest::Approx(expected.norm).epsilon(1e-13));
    CHECK(found.first_bad == expected.first_bad);
    check_close(std::vector<double>{found.bad_value}, std::vector<double>{expected.bad_value});
  };
  for (auto const size :
       {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{1025}, std::size_t{20011}}) {
    for (std::size_t const shift : {0, 1}) {
      auto values = random_values<T>(size, 3);
      check(values, 1, shift);
      check(values, 64, shift);
      check(values, 0.3, shift);
      if (size < 2) continue;
      values[size - 1] = infinite;
      check(values, 64, shift);
      values[size / 2] = -infinite;
      check(values, 64, shift);
      values[size / 3] = std::numeric_limits<T>::quiet_NaN();
      check(values, 64, shift);
      values = random_values<T>(size, 3);
      values[size / 2] = most;  // divided, it leaves the range
      check(values, 0.5, shift);
      check(values, 2, shift);
    }
  }
  for (double const factor : {1e300, 1e-300, 1e160, 1e-160, 1e-38}) {
    auto values = random_values<T>(1025, 5);
    for (T& v : values) v = static_cast<T>(factor > 1 && sizeof(T) == 4 ? v * most / 4 : v * factor);
    check(values, 7, 0);
    values[3] = 1;
    check(values, 7, 0);
  }
}

TEST_CASE("a norm over many blocks has the same bits in every run") {
  device_vector<float> const gradient(random_values<float>(70001, 1));
  check_repeatable([&] {
    device_value<backend::gradient_scan> found;
    backend::scan_gradient(wf::cuda{}, gradient.data(), 70001, 3.0, found.data());
    return std::vector<double>{found.on_host().norm};
  });
}
