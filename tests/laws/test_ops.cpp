// SPDX-License-Identifier: Apache-2.0
// Laws of element-wise operations. They run over the tables of op/, so a new line of a table is covered by
// itself.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>

#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/unary.hpp>

#include "leaf.hpp"

namespace {

namespace wf = wellformed;
using wf::index_t;

struct length;
template <class E>
using free_vector = wf::tensor<E, wf::real, wf::axes<wf::axis<length, 0, 4096>>>;
template <class E, index_t N>
using fixed_vector = wf::tensor<E, wf::real, wf::axes<wf::dim<N>>>;

using reference = long double (*)(long double);
std::map<std::string, reference> const references{
    {"negate", [](long double x) { return -x; }},
    {"exp", [](long double x) { return std::exp(x); }},
    {"log", [](long double x) { return std::log(x); }},
    {"log1p", [](long double x) { return std::log1p(x); }},
    {"sqrt", [](long double x) { return std::sqrt(x); }},
    {"square", [](long double x) { return x * x; }},
    {"reciprocal", [](long double x) { return 1 / x; }},
    {"abs", [](long double x) { return std::fabs(x); }},
    {"sin", [](long double x) { return std::sin(x); }},
    {"cos", [](long double x) { return std::cos(x); }},
    {"tanh", [](long double x) { return std::tanh(x); }},
    {"sigmoid", [](long double x) { return 1 / (1 + std::exp(-x)); }},
    {"relu", [](long double x) { return x > 0 ? x : 0; }},
    {"softplus", [](long double x) { return std::log1p(std::exp(x)); }},
    {"silu", [](long double x) { return x / (1 + std::exp(-x)); }},
    {"gelu", [](long double x) { return x * 0.5L * std::erfc(-x * 0.70710678118654752440L); }},
    {"complement", [](long double x) { return 1 - x; }},
};

/// F over its operands, whatever its domain rule says.
template <class F, class... Args>
auto of(Args&&... args) {
  return wf::build_map<F, wf::real>(F{}, std::forward<Args>(args)...);
}

/// Points at which F and its surroundings are finite, away from the kinks at 0.
template <class F>
std::vector<double> points() {
  std::vector<double> result;
  for (int i = -40; i <= 40; ++i) {
    double const x = 0.1 * i + 0.037;
    if (std::isfinite(F{}.value(x - 0.03)) && std::isfinite(F{}.value(x + 0.03))) result.push_back(x);
  }
  return result;
}

template <class F>
void check_unary() {
  CAPTURE(F::name);
  auto const at = points<F>();
  REQUIRE(at.size() > 20);
  for (double const x : at) {
    CAPTURE(x);
    double const y = F{}.value(x), h = 1e-5;
    double const difference = (F{}.value(x + h) - F{}.value(x - h)) / (2 * h);
    CHECK(std::fabs(F{}.template slope<0>(y, x) - difference) <= 1e-7 * (1 + std::fabs(difference)));
    CHECK(std::fabs(static_cast<double>(F{}.value(static_cast<float>(x))) - y) <= 1e-5 * (1 + std::fabs(y)));
    if (auto const found = references.find(F::name); found != references.end()) {
      auto const right = static_cast<double>(found->second(static_cast<long double>(x)));
      CHECK(std::fabs(y - right) <= 1e-15 * (1 + std::fabs(right)));
    }
  }
  CHECK(std::isnan(F{}.value(NAN)));
  CHECK(std::isnan(F{}.value(static_cast<float>(NAN))));

  auto x = free_vector<double>::uninitialised({static_cast<index_t>(at.size())});
  for (std::size_t i = 0; i < at.size(); ++i) x.unchecked_data()[i] = at[i];
  CHECK(laws::gradient_error([](auto&& a) { return of<F>(std::forward<decltype(a)>(a)); }, x) <= 1e-7);

  for (index_t n : {0, 31}) {
    auto const few = laws::random_tensor<free_vector<double>>({n}, 5, 0.1, 2.0);
    auto const y = wf::eval(of<F>(few));
    index_t equal = 0;
    for (index_t i = 0; i < n; ++i) equal += y.data()[i] == F{}.value(few.data()[i]) ? 1 : 0;
    CHECK(equal == n);
  }
}

/// The same numbers come out fused or step by step, with run-time or static extents.
template <class F, class E, index_t N>
void check_forms() {
  CAPTURE(F::name);
  auto const x = laws::random_tensor<free_vector<E>>({N}, 3, 0.1, 2.0);
  auto const fused = wf::eval(of<F>(wf::tanh(x * E(0.5)) + E(1)));
  auto const inner = wf::eval(x * E(0.5));
  auto const middle = wf::eval(wf::tanh(inner));
  auto const steps = wf::eval(of<F>(wf::eval(middle + E(1))));
  auto const fixed =
      wf::eval(of<F>(wf::tanh(fixed_vector<E, N>::unchecked(x.elements(), {N}) * E(0.5)) + E(1)));
  index_t equal = 0;
  for (index_t i = 0; i < N; ++i) {
    equal += fused.data()[i] == steps.data()[i] && fused.data()[i] == fixed.data()[i] ? 1 : 0;
  }
  CHECK(fused.size() == N);
  CHECK(equal == N);
}

template <class F>
void check_sizes() {
  check_forms<F, double, 1>();
  check_forms<F, double, 1023>();
  check_forms<F, float, 33>();
}

template <class F>
void check_binary() {
  CAPTURE(F::name);
  laws::numbers draw(11);
  for (int i = 0; i < 200; ++i) {
    double const a = 1.6 + 1.5 * draw.next(), b = 2 * draw.next(), h = 1e-5;
    if (std::fabs(a - b) < 0.01 || std::fabs(b) < 0.05) continue;
    CAPTURE(a);
    CAPTURE(b);
    double const y = F{}.value(a, b);
    double const by_a = (F{}.value(a + h, b) - F{}.value(a - h, b)) / (2 * h);
    double const by_b = (F{}.value(a, b + h) - F{}.value(a, b - h)) / (2 * h);
    CHECK(std::isfinite(y));
    CHECK(std::fabs(F{}.template slope<0>(y, a, b) - by_a) <= 1e-6 * (1 + std::fabs(by_a)));
    CHECK(std::fabs(F{}.template slope<1>(y, a, b) - by_b) <= 1e-6 * (1 + std::fabs(by_b)));
  }
  CHECK(std::isnan(F{}.value(static_cast<double>(NAN), 3.0)));
  CHECK(std::isnan(F{}.value(2.0, static_cast<double>(NAN))));
  for (index_t n : {0, 1, 31, 33, 1023}) {
    auto const a = laws::random_tensor<free_vector<double>>({n}, 1, 0.1, 3);
    auto const b = laws::random_tensor<free_vector<double>>({n}, 2, 4, 5);
    auto const y = wf::eval(of<F>(a, b));
    index_t equal = 0;
    for (index_t i = 0; i < n; ++i) equal += y.data()[i] == F{}.value(a.data()[i], b.data()[i]) ? 1 : 0;
    CHECK(equal == n);
    if (n > 33) continue;
    CHECK(laws::gradient_error([&](auto&& x) { return of<F>(std::forward<decltype(x)>(x), b); }, a) <= 1e-6);
    CHECK(laws::gradient_error([&](auto&& x) { return of<F>(a, std::forward<decltype(x)>(x)); }, b) <= 1e-6);
  }
}

template <class... F>
void check_all(wf::unary_list<F...>) {
  (check_unary<F>(), ...);
  (check_sizes<F>(), ...);
}
template <class... F>
void check_all_binary(wf::unary_list<F...>) {
  (check_binary<F>(), ...);
}

/// Counts its evaluations.
struct counting_function {
  inline static long calls = 0;
  template <class T>
  T value(T x) const {
    ++calls;
    return x + T(1);
  }
  template <int, class T>
  T slope(T, T) const {
    return T(1);
  }
};

}  // namespace

TEST_CASE("every unary operation: value, slope, NaN, gradient, forms") { check_all(wf::unary_functions{}); }

TEST_CASE("every binary operation: slopes, NaN, gradients, sizes") {
  check_all_binary(wf::binary_functions{});
}

TEST_CASE("x^0 is flat everywhere, at 0 as well") {
  for (double const x : {-2.0, 0.0, 3.0}) {
    CHECK(wf::pow_function{}.value(x, 0.0) == 1);
    CHECK(wf::pow_function{}.slope<0>(1.0, x, 0.0) == 0);
  }
  CHECK(wf::pow_function{}.slope<0>(0.0, 0.0, 1.0) == 1);
  CHECK(wf::pow_function{}.slope<1>(0.0, 0.0, 2.0) == 0);
}

TEST_CASE("a chain is one pass: each element is computed once per operation") {
  auto const x = laws::random_tensor<free_vector<float>>({100}, 1);
  auto chain = of<counting_function>(of<counting_function>(of<counting_function>(x)));
  counting_function::calls = 0;
  auto const y = wf::eval(chain);
  CHECK(counting_function::calls == 300);
  CHECK(y.data()[7] == doctest::Approx(x.data()[7] + 3));
}

TEST_CASE("a chain of six operations allocates one slab") {
  auto const x = laws::random_tensor<free_vector<float>>({1000}, 1);
  wf::release_host_pool();
  auto const before = wf::host_pool();
  auto const y = wf::eval(wf::exp(-wf::square(wf::tanh(x * 2.0f) + 1.0f)));
  auto const after = wf::host_pool();
  CHECK(after.system_allocations - before.system_allocations == 1);
  CHECK(y.size() == 1000);
}

TEST_CASE("a gradient reaches every use of two leaves") {
  auto const a = laws::random_tensor<free_vector<double>>({9}, 1);
  auto const b = laws::random_tensor<free_vector<double>>({9}, 2);
  auto into_a = std::make_shared<std::vector<double>>(), into_b = std::make_shared<std::vector<double>>();
  auto y = wf::eval(wf::exp(laws::leaf(a, into_a)) * wf::sin(laws::leaf(b, into_b)));
  laws::run_back(std::move(y), std::vector<double>(9, 1.0));
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK((*into_a)[i] == doctest::Approx(std::exp(a.data()[i]) * std::sin(b.data()[i])));
    CHECK((*into_b)[i] == doctest::Approx(std::exp(a.data()[i]) * std::cos(b.data()[i])));
  }
}
