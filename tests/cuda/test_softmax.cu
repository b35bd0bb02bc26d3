// SPDX-License-Identifier: Apache-2.0
// Softmax and its logarithm, forward and backward, of the GPU against the CPU's: every schedule, arrays off
// their alignment, results in place, and numbers far from zero.
#include <limits>

#include <wellformed/backend/softmax.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

namespace {

struct extents3 {
  index_t outer, n, inner;
  std::size_t size() const { return static_cast<std::size_t>(outer * n * inner); }
};

/// Relative, and absolute in roundings of numbers near 1.
template <class T>
void check_near(std::vector<T> const& found, std::vector<T> const& expected) {
  double const absolute = sizeof(T) == 4 ? 1e-6 : 1e-14;
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const a = static_cast<double>(found[i]), b = static_cast<double>(expected[i]);
    if (std::abs(a - b) <= tolerance<T> * std::abs(b) + absolute) continue;
    CAPTURE(i);
    CHECK(a == b);
    return;
  }
}

/// f(where, y, x..., outer, n, inner) on both devices; in place of the first input if asked.
template <class T, class F, class... X>
std::vector<T> check_rows(extents3 const& e, std::size_t shift, bool in_place, F f,
                          std::vector<T> const& first, X const&... others) {
  INFO("outer ", e.outer, ", n ", e.n, ", inner ", e.inner, ", shift ", shift);
  std::vector<T> expected(e.size());
  f(wf::host{}, expected.data(), first.data(), others.data()..., e.outer, e.n, e.inner);
  device_vector<T> in(first, shift), out(e.size(), shift);
  auto& to = in_place ? in : out;
  f(wf::cuda{}, to.data(), in.data(), device_vector<T>(others, shift).data()..., e.outer, e.n, e.inner);
  check_near(to.on_host(), expected);
  return expected;
}

template <class T>
void check_all(extents3 const& e, std::size_t shift, bool in_place) {
  auto const x = random_values<T>(e.size(), 1, -9, 9), gy = random_values<T>(e.size(), 2);
  auto const y = check_rows<T>(e, shift, in_place, [](auto... a) { backend::softmax(a...); }, x);
  auto const logs = check_rows<T>(e, shift, in_place, [](auto... a) { backend::log_softmax(a...); }, x);
  check_rows<T>(e, shift, in_place, [](auto... a) { backend::softmax_backward(a...); }, y, gy);
  check_rows<T>(e, shift, in_place, [](auto... a) { backend::log_softmax_backward(a...); }, logs, gy);
}

}  // namespace

TEST_CASE_TEMPLATE("rows of every length", T, float, double) {
  for (index_t const n :
       {1, 2, 3, 4, 5, 10, 11, 16, 17, 31, 33, 64, 100, 128, 200, 257, 512, 513, 1000, 1023, 1025}) {
    check_all<T>({n < 300 ? 37 : 5, n, 1}, 0, n % 2 == 0);
    check_all<T>({n < 300 ? 33 : 3, n, 1}, 1, n % 2 == 1);
  }
  for (index_t const n : {2049, 4096, 8200}) check_all<T>({2, n, 1}, n % 2, false);
}

TEST_CASE("long rows") {
  check_all<float>({2, 17000, 1}, 0, true);
  check_all<float>({1, 40001, 1}, 1, false);
  check_all<double>({1, 10001, 1}, 0, true);
}

TEST_CASE_TEMPLATE("rows across memory", T, float, double) {
  for (index_t const n : {1, 2, 8, 9, 21, 33, 100, 130, 257, 513}) {
    for (index_t const inner : {2, 33, 70}) {
      if (n * inner < 10000) check_all<T>({2, n, inner}, inner % 2, n % 2 == 0);
    }
  }
}

TEST_CASE("many rows, and none") {
  check_all<float>({70000, 2, 1}, 0, false);
  for (auto const& e : {extents3{0, 3, 1}, {3, 0, 1}, {3, 3, 0}, {0, 50000, 1}})
    check_all<float>(e, 0, false);
}

TEST_CASE_TEMPLATE("1e4 and -1e4", T, float, double) {
  for (index_t const n : {3, 20, 100, 600, 3000, 40000}) {
    std::vector<T> x(static_cast<std::size_t>(n), T(-1e4)), y(x), logs(x);
    x[1] = x[2] = T(1e4);
    y.assign(x.size(), T(0));
    logs.assign(x.size(), T(-2e4 - 0.69314718055994531));
    y[1] = y[2] = T(0.5);
    logs[1] = logs[2] = T(-0.69314718055994531);
    device_vector<T> const in(x);
    device_vector<T> out(x.size());
    backend::softmax(wf::cuda{}, out.data(), in.data(), 1, n, 1);
    check_same(out.on_host(), y);
    backend::log_softmax(wf::cuda{}, out.data(), in.data(), 1, n, 1);
    check_near(out.on_host(), logs);
    CHECK(out.on_host()[0] == doctest::Approx(-2e4 - 0.69314718055994531).epsilon(1e-7));
  }
}

TEST_CASE_TEMPLATE("an element of -inf has no share, wherever its chunk lies; NaN reaches its whole row", T,
                   float, double) {
  T const infinity = std::numeric_limits<T>::infinity();
  for (index_t const n : {3, 100, 3000, 40000}) {
    auto const size = static_cast<std::size_t>(n);
    std::vector<T> x(2 * size, T(1));
    for (std::size_t i = 0; i < size - 1; ++i) x[i] = -infinity;
    x[size + 1] = std::numeric_limits<T>::quiet_NaN();
    device_vector<T> const in(x);
    device_vector<T> out(x.size());
    backend::softmax(wf::cuda{}, out.data(), in.data(), 2, n, 1);
    auto const y = out.on_host();
    CHECK(y[0] == 0);
    CHECK(y[size - 1] == 1);
    bool all = true;
    for (std::size_t i = size; i < 2 * size; ++i) all = all && std::isnan(y[i]);
    CHECK(all);
  }
}
