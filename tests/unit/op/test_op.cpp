// SPDX-License-Identifier: Apache-2.0
// Operations: how they move domains and axes, what they refuse, what they throw.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <wellformed/op/arithmetic.hpp>
#include <wellformed/op/assume.hpp>
#include <wellformed/op/broadcast.hpp>
#include <wellformed/op/cast.hpp>
#include <wellformed/op/gather.hpp>
#include <wellformed/op/label.hpp>
#include <wellformed/op/masked_fill.hpp>
#include <wellformed/op/matmul.hpp>
#include <wellformed/op/reduce.hpp>
#include <wellformed/op/relabel.hpp>
#include <wellformed/op/slice.hpp>
#include <wellformed/op/softmax.hpp>

#include "../../laws/leaf.hpp"

namespace {

namespace wf = wellformed;
using wf::index_t;

struct digit : wf::label_set<3> {
  static constexpr char const* names[3] = {"a", "b", "c"};
};
struct letter : wf::label_set<4> {
  static constexpr char const* names[4] = {"c", "x", "b", "a"};
};
struct rows;
struct other_rows;
struct key;
using batch = wf::batch<rows, 2, 64>;
using scores_axes = wf::axes<batch, wf::classes<digit>>;
template <class M, class E = float>
using scores = wf::tensor<E, M, scores_axes>;
using ids = wf::tensor<std::int64_t, wf::class_index<digit>, wf::axes<batch>>;
using deep = wf::tensor<float, wf::real, wf::axes<batch, wf::axis<key, 4>, wf::classes<digit>>>;

template <class X>
using meaning = typename std::remove_cvref_t<X>::meaning;
template <class X, class M>
inline constexpr bool means = std::is_same_v<meaning<X>, M>;

template <class M>
scores<M> some(index_t n = 4, std::uint64_t serial = 0) {
  return laws::random_tensor<scores<M>>({n, 3}, 5, 0.0, 1.0, serial);
}
ids labels(index_t n = 4) {
  auto y = ids::uninitialised({n});
  for (index_t i = 0; i < n; ++i) y.unchecked_data()[i] = i % 3;
  return y;
}
template <class F>
int code_of(F const& f) {
  try {
    f();
  } catch (wf::error const& e) {
    return e.code();
  }
  return 0;
}
template <class V>
constexpr int code_in() {
  return V::code;
}

// Domains of unary operations.
static_assert(means<decltype(wf::complement(some<wf::unit_interval>())), wf::unit_interval>);
static_assert(means<decltype(wf::complement(some<wf::real>())), wf::real>);
static_assert(means<decltype(1.0f - some<wf::unit_interval>()), wf::unspecified>);
static_assert(means<decltype(wf::relu(some<wf::real>())), wf::nonnegative>);
static_assert(means<decltype(wf::relu(some<wf::simplex>())), wf::unit_interval>);
static_assert(means<decltype(wf::tanh(some<wf::simplex>())), wf::unit_interval>);
static_assert(means<decltype(wf::exp(some<wf::log_prob>())), wf::simplex>);
static_assert(means<decltype(wf::log(some<wf::simplex>())), wf::log_prob>);
static_assert(means<decltype(wf::log(some<wf::one_hot<digit>>())), wf::log_prob>);
static_assert(means<decltype(some<wf::simplex>() * 1.0f), wf::unspecified>);
static_assert(means<decltype(some<wf::nonnegative>() + 1.0f), wf::half_line>);
static_assert(means<decltype(-some<wf::logits>()), wf::real>);

// Domains of passes.
static_assert(means<decltype(wf::softmax(some<wf::logits>())), wf::simplex>);
static_assert(means<decltype(wf::log_softmax(some<wf::real>())), wf::log_prob>);
static_assert(means<decltype(wf::softmax<rows>(some<wf::real>())), wf::unit_interval>);
static_assert(means<decltype(wf::log_softmax<rows>(some<wf::real>())), wf::unspecified>);
static_assert(means<decltype(wf::slice<digit, 0, 2>(some<wf::simplex>())), wf::unit_interval>);
static_assert(means<decltype(wf::slice<digit, 0, 2>(some<wf::log_prob>())), wf::unspecified>);
static_assert(means<decltype(wf::slice<rows, 0, 2>(some<wf::simplex>())), wf::simplex>);
static_assert(means<decltype(wf::mean<rows>(some<wf::simplex>())), wf::simplex>);
static_assert(means<decltype(wf::mean<digit>(some<wf::simplex>())), wf::unit_interval>);
static_assert(means<decltype(wf::sum<digit>(some<wf::simplex>())), wf::nonnegative>);
static_assert(means<decltype(wf::sum<digit>(some<wf::nonnegative>())), wf::nonnegative>);
static_assert(means<decltype(wf::argmax<digit>(some<wf::real>())), wf::class_index<digit>>);
static_assert(means<decltype(wf::argmax<rows>(some<wf::real>())), wf::index_into<batch>>);
static_assert(means<decltype(wf::matmul<rows>(some<wf::simplex>(), some<wf::real>())), wf::real>);
static_assert(means<decltype(wf::cast<wf::half>(some<wf::simplex>())), wf::narrowed<wf::simplex>>);
static_assert(means<decltype(wf::cast<double>(some<wf::simplex>())), wf::simplex>);
static_assert(means<decltype(wf::cast<wf::half>(some<wf::one_hot<digit>>())), wf::one_hot<digit>>);
static_assert(means<decltype(wf::cast<wf::half>(some<wf::class_probs<digit>>())),
                    wf::narrowed<wf::class_probs<digit>>>);
static_assert(means<decltype(wf::flatten(std::declval<deep>())), wf::real>);

// Axes.
static_assert(
    std::is_same_v<decltype(wf::flatten(std::declval<deep>()))::axes_type, wf::axes<batch, wf::dim<12>>>);
static_assert(std::is_same_v<decltype(wf::slice<key, 1, 2>(std::declval<deep>()))::axes_type,
                             wf::axes<batch, wf::axis<key, 2>, wf::classes<digit>>>);
static_assert(std::is_same_v<decltype(wf::concat<key>(std::declval<deep>(), std::declval<deep>()))::axes_type,
                             wf::axes<batch, wf::axis<key, 8>, wf::classes<digit>>>);
static_assert(std::is_same_v<decltype(wf::sum<rows>(std::declval<deep>()))::axes_type,
                             wf::axes<wf::axis<key, 4>, wf::classes<digit>>>);

// Refusals, as verdicts. The sentences are tested in tests/refuse.
namespace check = wf::op_check;
using class_axis = check::the_class_axis;
using tape = wf::tracked_value<scores<wf::real>, laws::leaf_node<float>>;
static_assert(code_in<decltype(check::softmax<false, scores<wf::simplex>, class_axis>())>() == 170);
static_assert(code_in<decltype(check::softmax<false, scores<wf::log_prob>, class_axis>())>() == 171);
static_assert(code_in<decltype(check::softmax<true, scores<wf::simplex>, class_axis>())>() == 172);
static_assert(code_in<decltype(check::softmax<true, scores<wf::log_prob>, class_axis>())>() == 173);
static_assert(code_in<decltype(check::softmax<true, scores<wf::nonnegative>, class_axis>())>() == 174);
static_assert(code_in<decltype(check::softmax<true, scores<wf::one_hot<digit>>, class_axis>())>() == 175);
static_assert(code_in<decltype(check::softmax<true, tape&, class_axis>())>() == 702);
static_assert(code_in<decltype(check::reduction<tape&, digit, 0>())>() == 702);
static_assert(code_in<decltype(check::reduction<deep, other_rows, 0>())>() == 312);
static_assert(code_in<decltype(check::reduction<ids, rows, 0>())>() == 204);
static_assert(code_in<decltype(check::reduction<scores<wf::real, wf::half>, rows, 0>())>() == 502);
static_assert(code_in<decltype(check::total<deep, 0>())>() == 372);
static_assert(code_in<decltype(check::argmax<tape, digit>())>() == 712);
static_assert(code_in<decltype(check::argmax<tape&, digit>())>() == 712);
static_assert(code_in<decltype(check::squeeze_verdict<deep, rows>())>() == 315);
static_assert(code_in<decltype(check::squeeze_verdict<deep, key>())>() == 381);
static_assert(code_in<decltype(check::slice_verdict<deep, rows, 0, 3>())>() == 379);
static_assert(code_in<decltype(check::permute_verdict<deep, key, rows, digit>())>() == 315);
static_assert(code_in<decltype(check::permute_verdict<deep, rows, key, key>())>() == 378);
static_assert(code_in<decltype(check::cast_verdict<double, tape>())>() == 503);
static_assert(code_in<decltype(check::cast_verdict<float, ids>())>() == 510);
static_assert(!wf::ElementWise<ids, ids>);
static_assert(!wf::ElementWise<tape&>);
static_assert(wf::ElementWise<tape>);
static_assert(!std::is_copy_constructible_v<decltype(wf::exp(std::declval<tape>()))>);

}  // namespace

TEST_CASE("softmax is right for logits of any size") {
  auto x = scores<wf::real>::uninitialised({2, 3});
  float const values[6] = {1e4f, -1e4f, 1e4f, -1e4f, -1e4f, -1e4f};
  for (int i = 0; i < 6; ++i) x.unchecked_data()[i] = values[i];
  auto const p = wf::softmax(x);
  auto const l = wf::log_softmax(x);
  CHECK(p(0, 0) == doctest::Approx(0.5));
  CHECK(p(0, 1) == 0.0f);
  CHECK(p(1, 1) == doctest::Approx(1.0 / 3));
  CHECK(l(0, 0) == doctest::Approx(-std::log(2.0)));
  CHECK(l(0, 1) == doctest::Approx(-2e4 - std::log(2.0)));
  CHECK(l(1, 0) == doctest::Approx(-std::log(3.0)));
}

TEST_CASE("operands own what they read; numbers stand on either side") {
  auto make = [] {
    auto const x = some<wf::real>();
    return 2.0f * x + 1;
  };
  auto const y = wf::eval(make());
  auto const x = some<wf::real>();
  CHECK(y(1, 2) == doctest::Approx(2 * x(1, 2) + 1));
  CHECK(wf::eval(1 - x)(0, 0) == doctest::Approx(1 - x(0, 0)));
  CHECK(wf::eval(wf::minimum(0.5f, x))(0, 0) == std::fmin(0.5f, x(0, 0)));
  CHECK(code_of([&] { (void)(x * 1e300); }) == 505);
}

TEST_CASE("rows of two batches of one loader do not meet") {
  auto const a = some<wf::real>(4, 1), b = some<wf::real>(4, 2), c = some<wf::real>(5, 1);
  CHECK(code_of([&] { (void)(a + b); }) == 410);
  CHECK(code_of([&] { (void)(a + c); }) == 402);
  CHECK(code_of([&] { (void)wf::matmul<rows>(a, b); }) == 410);
  CHECK(code_of([&] { (void)wf::broadcast_like(a, b); }) == 410);
  auto const first = wf::slice<rows, 0, 1>(a), second = wf::slice<rows, 1, 1>(a);
  CHECK(code_of([&] { (void)(first + second); }) == 410);
  CHECK_THROWS_WITH_AS((void)(first + second),
                       doctest::Contains("rows of batch 1 meet rows of batch 1 from row 1 on"), wf::error);
  CHECK(code_of([&] { (void)(first + wf::slice<rows, 0, 1>(a)); }) == 0);
  CHECK(code_of([&] { (void)(second + wf::slice<rows, 1, 1>(wf::slice<rows, 0, 2>(a))); }) == 0);
  CHECK(wf::mean<rows>(a).serial() == 0);
  CHECK(wf::mean<digit>(a).serial() == 1);
}

TEST_CASE("conversions throw instead of cutting") {
  auto const x = some<wf::real>();
  CHECK(code_of([&] { (void)wf::cast<wf::half>(x * 1e6f + 1e6f); }) == 505);
  CHECK(code_of([&] { (void)wf::round_to<std::uint8_t>(x - 2); }) == 505);
  CHECK(code_of([&] { (void)wf::round_to<std::int64_t>(x * std::numeric_limits<float>::quiet_NaN()); }) ==
        505);
  CHECK(wf::round_to<std::int32_t>(wf::eval(x * 0 + 2.5f))(0, 0) == 2);
  CHECK(wf::round_to<std::int32_t>(wf::eval(x * 0 - 3.5f))(0, 0) == -4);
  CHECK(static_cast<float>(wf::cast<wf::bfloat16>(wf::eval(x * 0 + 1.0f))(0, 0)) == 1.0f);
}

TEST_CASE("masks say what true means") {
  auto const x = some<wf::real>();
  auto drop = wf::tensor<bool, wf::drop_mask, scores_axes>::uninitialised({4, 3});
  for (index_t i = 0; i < 12; ++i) drop.unchecked_data()[i] = i == 4;
  auto const y = wf::eval(wf::masked_fill(x, drop, -7));
  CHECK(y(1, 1) == -7);
  CHECK(y(1, 2) == x(1, 2));
  CHECK(wf::invert(drop)(1, 1) == false);
  CHECK(code_of([&] { (void)wf::masked_fill(x, drop, -std::numeric_limits<double>::infinity()); }) == 511);
  CHECK(code_of([&] { (void)wf::masked_fill(x, drop, -1e39); }) == 505);
}

TEST_CASE("a softmax over masked scores needs something left in each row") {
  using drop = wf::tensor<bool, wf::drop_mask, wf::axes<batch, wf::classes<digit>>>;
  auto const mask = [](std::initializer_list<bool> values) {
    auto m = drop::uninitialised({2, 3});
    index_t i = 0;
    for (bool const v : values) m.unchecked_data()[i++] = v;
    return m;
  };
  auto const z = some<wf::real>(2);
  auto const good = mask({true, false, true, false, false, true});
  auto const bad = mask({true, false, true, true, true, true});
  CHECK(wf::softmax(wf::masked_fill(z * 2.0f, good, -1e9))(0, 1) == doctest::Approx(1));
  CHECK(code_of([&] { (void)wf::softmax(wf::masked_fill(z, bad, -1e9)); }) == 531);
  CHECK(code_of([&] { (void)wf::log_softmax(wf::masked_fill(z, bad, -1e9)); }) == 531);
  CHECK(code_of([&] { (void)wf::softmax<rows>(wf::masked_fill(z, good, -1e9)); }) == 531);
  using keys = wf::tensor<bool, wf::drop_mask, wf::axes<wf::classes<digit>>>;
  auto none = keys::uninitialised({3});
  for (index_t i = 0; i < 3; ++i) none.unchecked_data()[i] = true;
  CHECK(code_of([&] { (void)wf::softmax(wf::masked_fill(z, wf::broadcast_like(none, z), -1e9)); }) == 531);
}

TEST_CASE("labels become numbers, and other labels, by their kind") {
  auto const y = labels();
  auto const hot = wf::to_one_hot(y);
  CHECK(hot(1, 1) == 1);
  CHECK(hot(1, 2) == 0);
  CHECK(wf::eval(wf::smooth(hot, 0.3))(1, 1) == doctest::Approx(0.8));
  auto const named = wf::relabel<letter>(y, wf::by_name{});
  CHECK(named(0) == 3);
  CHECK(named(1) == 2);
  CHECK(named(2) == 0);
  CHECK(code_of([&] { (void)wf::smooth(hot, 1.5); }) == 215);
  CHECK(code_of([&] { (void)wf::mixup(hot, hot, -0.1); }) == 215);
  auto wrong = labels();
  wrong.unchecked_data()[2] = 3;
  CHECK(code_of([&] { (void)wf::to_one_hot(wrong); }) == 212);
  CHECK(code_of([&] { (void)wf::relabel<letter>(wrong, wf::by_name{}); }) == 212);
}

TEST_CASE("argmax takes the first of equals and finds NaN") {
  auto x = some<wf::real>();
  for (index_t i = 0; i < 12; ++i) x.unchecked_data()[i] = 1;
  x.unchecked_data()[5] = std::numeric_limits<float>::quiet_NaN();
  CHECK(wf::argmax<digit>(x)(0) == 0);
  CHECK(wf::argmax<digit>(x)(1) == 2);
}

TEST_CASE("shapes move as their names say") {
  auto const x = laws::random_tensor<deep>({5, 4, 3}, 1);
  CHECK(wf::permute<rows, digit, key>(x)(4, 2, 1) == x(4, 1, 2));
  CHECK(wf::merge_axes<key, digit>(x)(4, 7) == x(4, 2, 1));
  CHECK(wf::split_axis<key, wf::dim<2>, wf::dim<2>>(x)(4, 1, 0, 2) == x(4, 2, 2));
  CHECK(wf::unsqueeze<wf::dim<1>>(x)(4, 3, 2, 0) == x(4, 3, 2));
  CHECK(wf::concat<key>(x, wf::slice<key, 1, 2>(x))(2, 5, 1) == x(2, 2, 1));
  CHECK(wf::eval(wf::broadcast_like(wf::sum<rows>(x), x))(3, 2, 1) == wf::sum<rows>(x)(2, 1));
  CHECK(wf::sum_all(wf::sum<rows>(x)).item() ==
        doctest::Approx(wf::sum<rows>(wf::sum<wf::dim<12>>(wf::flatten(x))).item()));
}
