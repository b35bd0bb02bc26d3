// SPDX-License-Identifier: Apache-2.0
// Metrics: counts, ties, ignored and padded rows, NaN, and what is refused by type.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <wellformed/metrics/evaluate.hpp>

namespace wf = wellformed;
using wf::index_t;

namespace {

struct animal : wf::label_set<3> {};
struct plant : wf::label_set<3> {};
struct answer : wf::label_set<2> {};
struct here;
struct there;

template <class Source = here>
using rows = wf::batch<Source, 1, 64>;
template <class M = wf::real, class E = float, class Source = here>
using scores = wf::tensor<E, M, wf::axes<rows<Source>, wf::classes<animal>>>;
template <class Kind = wf::class_index<animal>, class Source = here>
using ids = wf::tensor<std::int64_t, Kind, wf::axes<rows<Source>>>;

template <class Kind = wf::class_index<animal>>
ids<Kind> ids_of(std::vector<std::int64_t> const& values) {
  auto y = ids<Kind>::uninitialised({static_cast<index_t>(values.size())});
  std::copy(values.begin(), values.end(), y.unchecked_data());
  return y;
}

int code_of(auto&& action) {
  try {
    action();
  } catch (wf::error const& problem) {
    return problem.code();
  }
  return 0;
}

scores<> four_rows() {
  return scores<>::of({3, 2, 1,  //
                       1, 3, 2,  //
                       1, 2, 3,  //
                       3, 2, 1},
                      {4, 3});
}

template <class P, class Y>
constexpr int refused = decltype(wf::metrics::verdict<P, Y>())::code;

}  // namespace

TEST_CASE("accuracy and top_k are hits over rows") {
  auto const y = ids_of({0, 2, 2, 2});
  auto const accuracy = wf::metrics::accuracy(four_rows(), y);
  CHECK(accuracy.hits == 2);
  CHECK(accuracy.rows == 4);
  CHECK(accuracy.value() == 0.5);
  CHECK(wf::metrics::top_k<1>(four_rows(), y).hits == 2);
  CHECK(wf::metrics::top_k<2>(four_rows(), y).hits == 3);
  CHECK(wf::metrics::top_k<3>(four_rows(), y).hits == 4);
}

TEST_CASE("among equal scores the lower class id comes first") {
  auto const flat = scores<>::of({1, 1, 1, 1, 1, 1}, {2, 3});
  CHECK(wf::metrics::accuracy(flat, ids_of({0, 1})).hits == 1);
  CHECK(wf::metrics::top_k<2>(flat, ids_of({1, 2})).hits == 1);
}

TEST_CASE("lazy predictions are evaluated, and any order of classes in memory is read") {
  using spatial = wf::tensor<double, wf::logits, wf::axes<rows<>, wf::classes<animal>, wf::dim<2>>>;
  using mask = wf::tensor<std::uint8_t, wf::class_index<animal>, wf::axes<rows<>, wf::dim<2>>>;
  auto const z = spatial::of({5, 0,  //
                              1, 7,  //
                              2, 3},
                             {1, 3, 2});
  auto y = mask::uninitialised({1, 2});
  y.unchecked_data()[0] = 0;
  y.unchecked_data()[1] = 1;
  CHECK(wf::metrics::accuracy(z, y).hits == 2);
}

TEST_CASE("ignored and padded rows do not count") {
  using kind = wf::class_index<animal, wf::ignore<-1>>;
  auto const some = wf::metrics::accuracy(four_rows(), ids_of<kind>({0, -1, 2, -1}));
  CHECK(some.hits == 2);
  CHECK(some.rows == 2);
  auto const none = wf::metrics::accuracy(four_rows(), ids_of<kind>({-1, -1, -1, -1}));
  CHECK(none.rows == 0);
  CHECK(code_of([&] { none.value(); }) == 247);

  wf::padded<ids<>> y{ids_of({0, 2, 2, 0}), wf::padded<ids<>>::mask_type::uninitialised({4})};
  bool const real[] = {true, true, true, false};
  std::copy(real, real + 4, y.mask.unchecked_data());
  CHECK(wf::metrics::accuracy(four_rows(), y).rows == 3);
  CHECK(wf::metrics::accuracy(four_rows(), y).hits == 2);
}

TEST_CASE("binary labels meet one column") {
  using column = wf::axes<rows<>, wf::positive<answer>>;
  auto y = wf::tensor<float, wf::binary<answer>, wf::axes<rows<>>>::uninitialised({3});
  float const truth[] = {1, 0, 1};
  std::copy(truth, truth + 3, y.unchecked_data());
  auto const z = wf::tensor<float, wf::logits, column>::of({0.2f, 0.3f, -1}, {3, 1});
  CHECK(wf::metrics::accuracy(z, y).hits == 1);
  auto const p = z.as<wf::unit_interval>();  // the same numbers as probabilities: none is above one half
  CHECK(wf::metrics::accuracy(p, y).hits == 1);
  wf::metrics::confusion<answer> counts;
  counts.add(z, y);
  CHECK(counts(1, 1) == 1);
  CHECK(counts(0, 1) == 1);
  CHECK(counts(1, 0) == 1);
}

TEST_CASE("a NaN is an error with its row, and counts nothing") {
  auto z = four_rows();
  z.unchecked_data()[7] = std::numeric_limits<float>::quiet_NaN();
  auto const y = ids_of({0, 1, 2, 0});
  CHECK(code_of([&] { wf::metrics::accuracy(z, y); }) == 520);
  wf::metrics::confusion<animal> counts;
  try {
    counts.add(z, y);
    FAIL("no error");
  } catch (wf::error const& problem) {
    CHECK(std::string(problem.what()).find("row 2, column 1") != std::string::npos);
  }
  CHECK(counts.rows() == 0);
}

TEST_CASE("rows must agree: extents, batch, label range") {
  CHECK(code_of([] { wf::metrics::accuracy(four_rows(), ids_of({0, 1, 2})); }) == 402);
  CHECK(code_of([] { wf::metrics::accuracy(four_rows(), ids_of({0, 1, 2, 3})); }) == 246);
  auto const z = scores<>::unchecked(four_rows().elements(), {4, 3}, 8);
  auto const y = ids<>::unchecked(ids_of({0, 1, 2, 0}).elements(), {4}, 9);
  CHECK(code_of([&] { wf::metrics::accuracy(z, y); }) == 410);
}

TEST_CASE("confusion adds batches, and gives recall and precision") {
  wf::metrics::confusion<animal> counts;
  counts.add(four_rows(), ids_of({0, 2, 2, 2})).add(four_rows(), ids_of({0, 1, 2, 0}));
  CHECK(counts.rows() == 8);
  CHECK(counts(2, 1) == 1);
  CHECK(counts(2, 0) == 1);
  CHECK(counts(2, 2) == 2);
  CHECK(counts.recall(2).value() == doctest::Approx(0.5));
  CHECK(counts.precision(0).value() == doctest::Approx(0.75));
  CHECK(counts.accuracy().value() == doctest::Approx(0.75));
  CHECK(counts.top_k<2>().hits == 7);
  auto twice = counts;
  twice += counts;
  CHECK(twice.rows() == 16);
}

TEST_CASE("evaluate counts every row of every batch once") {
  struct batch {
    scores<> x;
    ids<> y;
  };
  struct pass_through {
    scores<> eval(scores<> const& x) const { return x; }
  };
  std::vector<batch> loader{{four_rows(), ids_of({0, 2, 2, 2})},
                            {scores<>::of({0, 1, 0}, {1, 3}), ids_of({1})}};
  auto const report = wf::metrics::evaluate(pass_through{}, loader);
  CHECK(report.rows() == 5);
  CHECK(report.accuracy().hits == 3);  // weighted by rows, not the mean of 1/2 and 1
  CHECK(report.top_k<2>().hits == 4);
  std::ostringstream text;
  text << report;
  CHECK(text.str() == "accuracy 0.6 (3 of 5)");
}

TEST_CASE("the first broken rule decides") {
  static_assert(refused<scores<>, ids<>> == 0);
  static_assert(refused<scores<wf::simplex>, ids<>> == 0);
  static_assert(refused<scores<wf::log_prob, double>, ids<>> == 0);
  static_assert(refused<wf::tracked_value<scores<>, wf::constant_node<float>>, ids<>> == 703);
  static_assert(refused<scores<wf::unspecified>, ids<>> == 230);
  static_assert(refused<ids<>, ids<>> == 230);
  static_assert(refused<scores<>, ids<wf::token_id<animal>>> == 231);
  static_assert(refused<scores<>, scores<wf::one_hot<animal>>> == 231);
  static_assert(refused<wf::tensor<float, wf::real, wf::axes<rows<>, wf::dim<3>>>, ids<>> == 232);
  static_assert(refused<scores<>, ids<wf::class_index<plant>>> == 233);
  static_assert(
      refused<scores<>, wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows<>, wf::dim<2>>>> ==
      234);
  static_assert(refused<scores<>, ids<wf::class_index<animal>, there>> == 401);
  static_assert(refused<scores<wf::real, wf::half>, ids<>> == 502);
  static_assert(refused<wf::tensor<float, wf::simplex, wf::axes<rows<>, wf::positive<answer>>>,
                        ids<wf::binary<answer>>> == 230);
  static_assert(wf::metrics::Comparable<scores<>, ids<>>);
  static_assert(!wf::metrics::Comparable<scores<>, ids<wf::class_index<plant>>>);
}
