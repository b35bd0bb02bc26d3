// SPDX-License-Identifier: Apache-2.0
// Operations that are no element-wise ones, on a GPU against the CPU: values and gradients.
#include <doctest/doctest.h>

#include "on_both.hpp"

namespace wf = wellformed;

namespace {

struct key : wf::axis<key, 3> {};
struct place : wf::axis<place, 4> {};
struct colour : wf::label_set<5> {};
using rows = wf::axis<struct rows_tag, 1, wf::unbounded>;
using cube = wf::axes<rows, key, place>;

template <class F>
void on_cubes(F f) {
  for (wf::index_t const n : {1, 2, 33}) {
    CAPTURE(n);
    check_on_both(f, numbers<float, cube>({n, 3, 4}, 1, -2, 2));
    check_on_both(f, numbers<double, cube>({n, 3, 4}, 1, -2, 2));
  }
}

}  // namespace

TEST_CASE("reductions along each axis and over all") {
  on_cubes([](auto&& x) { return wf::sum<key>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::mean<place>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::sum<rows>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::max<key>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::max<place>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::variance<place>(static_cast<decltype(x)>(x), wf::unbiased{}); });
  on_cubes([](auto&& x) { return wf::mean_all(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::sum_all(wf::exp(static_cast<decltype(x)>(x)) * 0.5); });
}

TEST_CASE("softmax along each axis") {
  on_cubes([](auto&& x) { return wf::softmax<place>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::softmax<key>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::log_softmax<key>(static_cast<decltype(x)>(x)); });
}

TEST_CASE("arg-max") {
  auto const x = numbers<float, cube>({9, 3, 4}, 1);
  check_same(as_vector(wf::argmax<key>(wf::move_to<wf::cuda>(x))), as_vector(wf::argmax<key>(x)));
}

TEST_CASE("permuted, cut and joined") {
  on_cubes([](auto&& x) { return wf::permute<place, rows, key>(static_cast<decltype(x)>(x)); });
  on_cubes([](auto&& x) { return wf::slice<place, 1, 2>(static_cast<decltype(x)>(x)); });
  for (wf::index_t const n : {1, 5}) {
    check_on_both([](auto&& x, auto const& y) { return wf::concat<key>(static_cast<decltype(x)>(x), y); },
                  numbers<float, cube>({n, 3, 4}, 1), numbers<float, cube>({n, 3, 4}, 2));
  }
}

TEST_CASE("products") {
  using left = wf::axes<rows, key>;
  using right = wf::axes<key, place>;
  for (wf::index_t const n : {1, 31}) {
    check_on_both([](auto&& a, auto const& b) { return wf::matmul<key>(static_cast<decltype(a)>(a), b); },
                  numbers<double, left>({n, 3}, 1), numbers<double, right>({3, 4}, 2));
    check_on_both([](auto&& b, auto const& a) { return wf::matmul<key>(a, static_cast<decltype(b)>(b)); },
                  numbers<float, right>({3, 4}, 1), numbers<float, left>({n, 3}, 2));
  }
}
