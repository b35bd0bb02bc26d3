// SPDX-License-Identifier: Apache-2.0
// Reductions of the GPU against the CPU's: exact on integers, the first of equal maxima, NaN, few long rows
// that are cut into chunks, and many short ones.
#include <limits>

#include <wellformed/backend/reduce.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

namespace {

struct extents3 {
  index_t outer, n, inner;
  std::size_t size() const { return static_cast<std::size_t>(outer * n * inner); }
  std::size_t rows() const { return static_cast<std::size_t>(outer * inner); }
};

std::vector<extents3> const shapes{
    {1, 1, 1},    {1, 0, 1},     {3, 0, 2},     {0, 5, 1},     {37, 2, 1},   {9, 4, 1},    {300, 5, 1},
    {33, 31, 1},  {7, 64, 1},    {70, 65, 1},   {9, 1000, 1},  {5, 1023, 1}, {3, 1025, 1}, {2, 5000, 1},
    {1, 9001, 1}, {1, 40000, 1}, {70001, 1, 1}, {2, 3, 7},     {3, 8, 33},   {2, 9, 40},   {1, 1000, 31},
    {1, 1025, 3}, {1, 5000, 2},  {40, 33, 5},   {1, 33, 1023}, {5, 100, 64}};

template <class T>
void check_sum(extents3 const& e, std::size_t shift) {
  auto const x = integers<T>(e.size(), 1);
  std::vector<T> y(e.rows());
  backend::sum(wf::host{}, y.data(), x.data(), e.outer, e.n, e.inner);
  device_vector<T> const in(x, shift);
  device_vector<T> out(e.rows(), shift);
  backend::sum(wf::cuda{}, out.data(), in.data(), e.outer, e.n, e.inner);
  check_same(out.on_host(), y);
}

/// Few values, so that the greatest comes up several times; NaN in some rows.
template <class T>
void check_max(extents3 const& e, std::size_t shift) {
  if (e.n == 0) return;
  auto x = integers<T>(e.size(), 2);
  for (std::size_t i = 5; i < x.size(); i += 701) x[i] = std::numeric_limits<T>::quiet_NaN();
  if (x.size() > 20) x[11] = -std::numeric_limits<T>::infinity(), x[12] = T(-0.0), x[13] = T(0.0);
  std::vector<T> y(e.rows());
  std::vector<index_t> at(e.rows());
  backend::max(wf::host{}, y.data(), at.data(), x.data(), e.outer, e.n, e.inner);
  device_vector<T> const in(x, shift);
  device_vector<T> out(e.rows(), shift);
  device_vector<index_t> out_at(e.rows());
  backend::max(wf::cuda{}, out.data(), out_at.data(), in.data(), e.outer, e.n, e.inner);
  check_same(out.on_host(), y);
  check_same(out_at.on_host(), at);
  device_vector<index_t> alone(e.rows());
  backend::max<T>(wf::cuda{}, nullptr, alone.data(), in.data(), e.outer, e.n, e.inner);
  check_same(alone.on_host(), at);
}

template <class T>
void check_count(extents3 const& e, std::size_t shift) {
  auto const x = integers<T>(e.size(), 3), value = integers<T>(e.rows(), 4);
  std::vector<index_t> y(e.rows());
  backend::count_greater(wf::host{}, y.data(), x.data(), value.data(), e.outer, e.n, e.inner);
  device_vector<T> const in(x, shift), limits(value, shift);
  device_vector<index_t> out(e.rows());
  backend::count_greater(wf::cuda{}, out.data(), in.data(), limits.data(), e.outer, e.n, e.inner);
  check_same(out.on_host(), y);
}

template <class T>
void check_spread(extents3 const& e, std::size_t shift) {
  auto const gy = random_values<T>(e.rows(), 5);
  std::vector<T> gx(e.size());
  backend::spread(wf::host{}, gx.data(), gy.data(), T(0.3), e.outer, e.n, e.inner);
  device_vector<T> const from(gy, shift);
  device_vector<T> out(e.size(), shift);
  backend::spread(wf::cuda{}, out.data(), from.data(), T(0.3), e.outer, e.n, e.inner);
  check_same(out.on_host(), gx);
}

template <class T>
index_t first(bool infinity_too, device_vector<T> const& x) {
  device_value<index_t> at;
  auto const count = static_cast<index_t>(x.size());
  if (infinity_too) {
    backend::first_non_finite(wf::cuda{}, x.data(), count, at.data());
  } else {
    backend::first_nan(wf::cuda{}, x.data(), count, at.data());
  }
  return at.on_host();
}

}  // namespace

TEST_CASE_TEMPLATE("over the middle axis", T, float, double) {
  for (auto const& e : shapes) {
    INFO("outer ", e.outer, ", n ", e.n, ", inner ", e.inner);
    for (std::size_t const shift : {0, 1}) {
      check_sum<T>(e, shift);
      check_max<T>(e, shift);
      check_count<T>(e, shift);
      check_spread<T>(e, shift);
    }
  }
}

TEST_CASE("sums are added in double") {
  std::vector<float> x(5001, 1e-3f);
  x[0] = 1e8f;
  x[5000] = -1e8f;
  std::vector<float> y(1);
  backend::sum(wf::host{}, y.data(), x.data(), 1, 5001, 1);
  device_vector<float> const in(x);
  device_vector<float> out(1);
  backend::sum(wf::cuda{}, out.data(), in.data(), 1, 5001, 1);
  check_close(out.on_host(), y);
  CHECK(y[0] > 4.9f);
}

TEST_CASE_TEMPLATE("the first number that is none", T, float, double) {
  T const infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (std::size_t const size : {0, 1, 33, 2053, 9001, 70001}) {
    auto x = random_values<T>(size, 1);
    CHECK(first(true, device_vector<T>(x)) == -1);
    CHECK(first(false, device_vector<T>(x)) == -1);
    for (std::size_t const at : {size / 2 + size / 3, size / 2, std::size_t{0}}) {
      if (size == 0) break;
      x[at] = nan;
      CHECK(first(false, device_vector<T>(x, 1)) == static_cast<index_t>(at));
      x[at / 2] = -infinity;
      CHECK(first(true, device_vector<T>(x)) == static_cast<index_t>(at / 2));
      x[at / 2] = T(0);
      x[at] = nan;
    }
  }
}

TEST_CASE_TEMPLATE("the sum of squares", T, float, double) {
  for (std::size_t const size : {0, 1, 33, 2053, 9001, 70001}) {
    auto const x = integers<T>(size, 1);
    device_vector<T> const in(x, size % 2);
    device_value<double> total;
    backend::squared_norm(wf::cuda{}, in.data(), static_cast<index_t>(size), total.data());
    CHECK(total.on_host() == backend::squared_norm(wf::host{}, x.data(), static_cast<index_t>(size)));
  }
}
