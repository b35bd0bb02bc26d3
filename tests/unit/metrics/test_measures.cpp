// SPDX-License-Identifier: Apache-2.0
// F1, ranking, calibration and errors of quantities: small cases by hand, batches that add, rows that do not
// count, and what is refused by type. tests/oracle compares them with scikit-learn.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
using wf::index_t;

namespace {

struct animal : wf::label_set<3> {};
struct answer : wf::label_set<2> {};
struct here;
using rows = wf::batch<here, 1, 64>;
template <class M>
using column = wf::tensor<float, M, wf::axes<rows, wf::positive<answer>>>;
template <class M>
using classes = wf::tensor<double, M, wf::axes<rows, wf::classes<animal>>>;
using answers = wf::tensor<std::uint8_t, wf::binary<answer>, wf::axes<rows>>;
using animals = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;
using ignoring = wf::tensor<std::int64_t, wf::class_index<animal, wf::ignore<-1>>, wf::axes<rows>>;
template <class M>
using numbers = wf::tensor<float, M, wf::axes<rows, wf::dim<2>>>;

template <class T>
T of(std::vector<typename T::element> const& values, typename T::extents_type const& extents) {
  auto x = T::uninitialised(extents);
  for (std::size_t i = 0; i < values.size(); ++i) x.unchecked_data()[i] = values[i];
  return x;
}

int code_of(auto&& action) {
  try {
    action();
  } catch (wf::error const& problem) {
    return problem.code();
  }
  return 0;
}

}  // namespace

TEST_CASE("F1 is the harmonic mean of precision and recall") {
  wf::metrics::confusion<animal> c;
  c.add(of<classes<wf::real>>({3, 0, 0, 3, 0, 0, 0, 3, 0, 3, 0, 0}, {4, 3}), of<animals>({0, 0, 1, 1}, {4}));
  CHECK(c.f1(0).value() == doctest::Approx(2 * (2.0 / 3) * 1 / (2.0 / 3 + 1)));
  CHECK(c.f1(1).value() == doctest::Approx(2 * 1 * 0.5 / 1.5));
  CHECK(c.f1(2).rows == 0);
  CHECK(c.macro_f1() == doctest::Approx((0.8 + 2.0 / 3) / 2));
  CHECK(code_of([] { wf::metrics::confusion<animal>().macro_f1(); }) == 247);
}

TEST_CASE("pairs of yes and no are ranked; equal scores count half") {
  wf::metrics::ranking<answer> all, first, second;
  all.add(of<column<wf::real>>({3, 2, 2, 1}, {4, 1}), of<answers>({1, 0, 1, 0}, {4}));
  CHECK(all.auroc() == 0.875);  // of four pairs three are right and one is even
  CHECK(all.average_precision() == doctest::Approx(0.5 * 1 + 0.5 * 2 / 3));
  first.add(of<column<wf::real>>({3, 2}, {2, 1}), of<answers>({1, 0}, {2}));
  second.add(of<column<wf::real>>({2, 1}, {2, 1}), of<answers>({1, 0}, {2}));
  first += second;
  CHECK(first.auroc() == 0.875);
  first += first;
  CHECK(first.rows() == 8);
  CHECK(first.auroc() == 0.875);
  CHECK(code_of([] { wf::metrics::ranking<answer>().auroc(); }) == 247);
  CHECK(code_of([] { wf::metrics::ranking<answer>().average_precision(); }) == 247);
  auto const nan = of<column<wf::real>>({1, std::nanf("")}, {2, 1});
  CHECK(code_of([&] { all.add(nan, of<answers>({1, 0}, {2})); }) == 520);
  CHECK(all.rows() == 4);
}

TEST_CASE("a probability is compared with how often it comes true") {
  wf::metrics::calibration<2> c;
  c.add(of<classes<wf::simplex>>({0.75, 0.25, 0, 0.25, 0.75, 0, 0.5, 0.25, 0.25}, {3, 3}),
        of<animals>({0, 0, 0}, {3}));
  CHECK(c.bins()[0].rows == 1);  // 0.5 belongs to (0, 0.5]
  CHECK(c.bins()[1].rows == 2);
  CHECK(c.error() == doctest::Approx((std::abs(1 - 0.5) + std::abs(1 - 1.5)) / 3));
  wf::metrics::calibration<> yes;
  yes.add(of<column<wf::unit_interval>>({0.2f, 0.2f}, {2, 1}), of<answers>({1, 0}, {2}));
  CHECK(yes.error() == doctest::Approx(0.3));
  wf::metrics::calibration<> some;
  some.add(of<classes<wf::simplex>>({1, 0, 0, 1, 0, 0}, {2, 3}), of<ignoring>({0, -1}, {2}));
  CHECK(some.rows() == 1);
  CHECK(some.error() == 0);
  CHECK(code_of([] { wf::metrics::calibration<>().error(); }) == 247);
}

TEST_CASE("errors of quantities add over batches") {
  using predicted = numbers<wf::real>;
  using told = numbers<wf::regression<2>>;
  wf::metrics::regression_errors e, parts;
  e.add(of<predicted>({1, 2, 3, 4}, {2, 2}), of<told>({1, 4, 3, 8}, {2, 2}));
  CHECK(e.mse() == 5);
  CHECK(e.rmse() == std::sqrt(5.0));
  CHECK(e.mae() == 1.5);
  CHECK(e.r2() == doctest::Approx(1 - 20 / 26.0));
  parts.add(of<predicted>({1, 2}, {1, 2}), of<told>({1, 4}, {1, 2}));
  parts.add(of<predicted>({3, 4}, {1, 2}), of<told>({3, 8}, {1, 2}));
  CHECK(parts.mse() == 5);
  CHECK(parts.r2() == doctest::Approx(e.r2()));
  auto const infinite = of<predicted>({1, std::numeric_limits<float>::infinity()}, {1, 2});
  CHECK(code_of([&] { e.add(infinite, of<told>({1, 4}, {1, 2})); }) == 520);
  CHECK(e.numbers() == 4);
  wf::metrics::regression_errors none, flat;
  CHECK(code_of([&] { none.rmse(); }) == 247);
  CHECK(code_of([&] { none.mae(); }) == 247);
  flat.add(of<predicted>({1, 2}, {1, 2}), of<told>({4, 4}, {1, 2}));
  CHECK(code_of([&] { flat.r2(); }) == 247);
}

TEST_CASE("each measure is typed by what it needs") {
  using told = numbers<wf::regression<2>>;
  namespace m = wf::metrics;
  CHECK(decltype(m::ranking_verdict<column<wf::real>, answers, answer>())::ok);
  CHECK(decltype(m::ranking_verdict<classes<wf::real>, animals, animal>())::code == 248);
  CHECK(decltype(m::ranking_verdict<column<wf::real>, answers, animal>())::code == 233);
  CHECK(decltype(m::calibration_verdict<classes<wf::simplex>, animals>())::ok);
  CHECK(decltype(m::calibration_verdict<classes<wf::real>, animals>())::code == 249);
  CHECK(decltype(m::calibration_verdict<column<wf::logits>, answers>())::code == 249);
  CHECK(decltype(m::regression_verdict<numbers<wf::real>, told>())::ok);
  CHECK(decltype(m::regression_verdict<numbers<wf::logits>, told>())::code == 250);
  CHECK(decltype(m::regression_verdict<classes<wf::real>, animals>())::code == 250);
}
