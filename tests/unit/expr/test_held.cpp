// SPDX-License-Identifier: Apache-2.0
// What an expression holds: handles of its tensors, taken over from rvalues, and the rows that they share.
#include <doctest/doctest.h>

#include <wellformed/op/arithmetic.hpp>

namespace wf = wellformed;

namespace {

struct rows_tag;
struct source;
using vec = wf::tensor<float, wf::real, wf::axes<wf::axis<rows_tag, 1, 9>>>;
using row_batch = wf::tensor<float, wf::real, wf::axes<wf::batch<source, 1, 9>>>;

vec numbers(std::initializer_list<float> values) {
  return vec::of(values, {static_cast<wf::index_t>(values.size())});
}

template <class F>
int code_of(F f) {
  try {
    f();
  } catch (wf::error const& e) {
    return e.code();
  }
  return 0;
}

}  // namespace

TEST_CASE("an expression outlives its operands and is evaluated more than once") {
  auto const make = [] {
    auto a = numbers({1, 2, 3});
    return wf::exp(a - a) + a * 2.0f;
  };
  auto const held = make();
  auto const other = held - 1;
  CHECK(wf::eval(held)(2) == 7);
  CHECK(wf::eval(held)(0) == 3);
  CHECK(wf::eval(other)(1) == 4);
}

TEST_CASE("rvalues are taken over, lvalues are shared") {
  auto a = numbers({1, 2}), b = numbers({3, 4});
  auto const* where = b.data();
  {
    auto sum = a + std::move(b);
    CHECK(code_of([&] { (void)b.data(); }) == 733);
    CHECK(!a.elements().unique());
    CHECK(static_cast<float const*>(sum.blocks()[1].data()) == where);
    auto product = std::move(sum) * a;
    CHECK(wf::eval(product)(1) == 12);
    CHECK(code_of([&] { (void)wf::eval(sum); }) == 733);
  }
  CHECK(a.elements().unique());
}

TEST_CASE("there is a block for each tensor, in their order") {
  auto const a = numbers({8}), b = numbers({2}), c = numbers({3});
  auto const e = (a / b - c * 2) / (wf::square(c) - 8 + a * 0);
  CHECK(decltype(e)::self::blocks == 5);
  CHECK(wf::eval(e)(0) == doctest::Approx(-2.0));
}

TEST_CASE("operands that do not fit are left as they were") {
  auto a = numbers({1, 2}), b = numbers({1, 2, 3});
  CHECK(code_of([&] { (void)(std::move(a) + b); }) == 402);
  CHECK(a(1) == 2);
  CHECK(code_of([&] { (void)(wf::exp(a) * wf::exp(b)); }) == 402);
  auto const first = row_batch::uninitialised({2}, 7), second = row_batch::uninitialised({2}, 8);
  CHECK(code_of([&] { (void)(first + second); }) == 410);
  CHECK((first + first).serial() == 7);
  CHECK((first + row_batch::uninitialised({2})).serial() == 7);
}

TEST_CASE("an operand that was moved from is named when the expression is evaluated") {
  auto a = numbers({1});
  auto const b = std::move(a);
  auto const e = a + b;
  CHECK(code_of([&] { (void)wf::eval(e); }) == 733);
}
