// SPDX-License-Identifier: Apache-2.0
// Tables, splits and loaders: every row once, the promised batch sizes, the same order from the same seed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include <wellformed/data/from_memory.hpp>
#include <wellformed/data/zip.hpp>

namespace wf = wellformed;

namespace {

struct parity : wf::label_set<2> {};
struct source;
using schema = wf::data::columns<wf::features<2>, wf::class_index<parity>>;

/// Row r holds (r, -r) and label r % 2.
auto numbered(wf::index_t rows) {
  std::vector<double> x;
  std::vector<int> y;
  for (wf::index_t r = 0; r < rows; ++r) {
    x.push_back(static_cast<double>(r));
    x.push_back(-static_cast<double>(r));
    y.push_back(static_cast<int>(r % 2));
  }
  return wf::data::from_memory<schema>(x, y).value();
}

template <class Loader>
std::vector<wf::index_t> rows_of_epoch(Loader& loader, std::vector<wf::index_t>* sizes = nullptr) {
  std::vector<wf::index_t> seen;
  for (auto& b : loader) {
    if (sizes != nullptr) sizes->push_back(b.x.rows());
    for (wf::index_t r = 0; r < b.rows(); ++r) {
      auto const id = static_cast<wf::index_t>(b.x(r, 0));
      CHECK(b.x(r, 1) == -b.x(r, 0));
      seen.push_back(id);
    }
  }
  return seen;
}

bool each_once(std::vector<wf::index_t> seen, wf::index_t rows) {
  std::sort(seen.begin(), seen.end());
  std::vector<wf::index_t> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), 0);
  return seen == all;
}

}  // namespace

TEST_CASE("loader: keep yields each row once, and a smaller last batch") {
  for (wf::index_t const rows : {7, 8, 9, 16, 17}) {
    auto loader = wf::data::loader<source>(numbered(rows), wf::batch_size<8>, wf::shuffle{3});
    std::vector<wf::index_t> sizes;
    CHECK(each_once(rows_of_epoch(loader, &sizes), rows));
    CHECK(static_cast<wf::index_t>(sizes.size()) == loader.batches());
    CHECK(sizes.back() == (rows % 8 == 0 ? 8 : rows % 8));
  }
  static_assert(decltype(wf::data::loader<source>(numbered(1), wf::batch_size<8>))::batch_axis::min == 1);
}

TEST_CASE("loader: drop, drop_if_below, pad and replicate keep their promise") {
  std::vector<wf::index_t> sizes;
  auto dropping = wf::data::loader<source>(numbered(17), wf::batch_size<8>, wf::drop);
  CHECK(rows_of_epoch(dropping, &sizes).size() == 16);
  static_assert(decltype(dropping)::batch_axis::min == 8 && decltype(dropping)::batch_axis::max == 8);

  sizes.clear();
  auto below = wf::data::loader<source>(numbered(17), wf::batch_size<8>, wf::drop_if_below<2>);
  CHECK(rows_of_epoch(below, &sizes).size() == 16);
  auto above = wf::data::loader<source>(numbered(18), wf::batch_size<8>, wf::drop_if_below<2>);
  CHECK(each_once(rows_of_epoch(above), 18));
  static_assert(decltype(below)::batch_axis::min == 2);

  sizes.clear();
  auto padding = wf::data::loader<source>(numbered(17), wf::batch_size<8>, wf::pad);
  CHECK(each_once(rows_of_epoch(padding, &sizes), 17));
  CHECK(sizes == std::vector<wf::index_t>{8, 8, 8});
  wf::index_t real = 0;
  for (auto& b : padding) {
    for (wf::index_t r = 0; r < b.x.rows(); ++r) real += b.y.mask(r) ? 1 : 0;
  }
  CHECK(real == 17);

  sizes.clear();
  auto repeating = wf::data::loader<source>(numbered(17), wf::batch_size<8>, wf::replicate);
  CHECK(rows_of_epoch(repeating, &sizes).size() == 24);
  CHECK(sizes == std::vector<wf::index_t>{8, 8, 8});
}

TEST_CASE("loader: a static length gives exact bounds") {
  auto rows = wf::data::static_rows<1041>(numbered(1041));
  static_assert(decltype(wf::data::loader<source>(rows, wf::batch_size<8>))::batch_axis::min == 1);
  static_assert(decltype(wf::data::loader<source>(rows, wf::batch_size<10>,
                                                  wf::drop_if_below<2>))::batch_axis::min == 10);
  static_assert(decltype(wf::data::loader<source>(rows, wf::batch_size<12>))::batch_axis::min == 9);
  CHECK_THROWS_WITH_AS(wf::data::static_rows<5>(numbered(6)), doctest::Contains("[WF863]"), wf::error);
}

TEST_CASE("loader: the order depends on seed and epoch only") {
  auto a = wf::data::loader<source>(numbered(50), wf::batch_size<8>, wf::shuffle{7});
  auto b = wf::data::loader<source>(numbered(50), wf::batch_size<8>, wf::shuffle{7});
  auto const first = rows_of_epoch(a);
  CHECK(first == rows_of_epoch(b));
  auto const second = rows_of_epoch(a);
  CHECK(second != first);
  CHECK(second == rows_of_epoch(b));
  auto plain = wf::data::loader<source>(numbered(50), wf::batch_size<8>);
  auto const ordered = rows_of_epoch(plain);
  CHECK(std::is_sorted(ordered.begin(), ordered.end()));
}

TEST_CASE("loader: batches have serials of their own, shared by their tensors") {
  auto loader = wf::data::loader<source>(numbered(20), wf::batch_size<8>);
  std::vector<std::uint64_t> serials;
  for (auto& b : loader) {
    CHECK(b.x.serial() == b.y.serial());
    serials.push_back(b.serial());
  }
  CHECK(serials[0] != 0);
  CHECK(serials[0] != serials[1]);
}

TEST_CASE("loader: no memory is asked for after the first epoch") {
  auto loader = wf::data::loader<source>(numbered(64), wf::batch_size<8>, wf::shuffle{1});
  (void)rows_of_epoch(loader);
  auto const before = wf::host_pool().system_allocations;
  for (int epoch = 0; epoch < 3; ++epoch) (void)rows_of_epoch(loader);
  CHECK(wf::host_pool().system_allocations == before);
}

TEST_CASE("loader: no batch at all is an error") {
  CHECK_THROWS_WITH_AS(wf::data::loader<source>(numbered(3), wf::batch_size<8>, wf::drop),
                       doctest::Contains("[WF824]"), wf::error);
}

TEST_CASE("split: disjoint, complete, repeatable; bad fractions are errors") {
  auto const parts = wf::data::split(numbered(101), 0.8, wf::seed{7});
  CHECK(parts.train.rows() == 81);
  CHECK(parts.test.rows() == 20);
  std::vector<wf::index_t> seen;
  for (auto const* part : {&parts.train, &parts.test}) {
    for (wf::index_t r = 0; r < part->rows(); ++r) {
      auto const id = static_cast<wf::index_t>(part->column<0>()(r, 0));
      CHECK(part->column<1>()(r) == id % 2);
      seen.push_back(id);
    }
  }
  CHECK(each_once(seen, 101));
  auto const again = wf::data::split(numbered(101), 0.8, wf::seed{7});
  CHECK(again.test.column<0>()(0, 0) == parts.test.column<0>()(0, 0));
  for (double const bad : {0.0, 1.0, -0.1, 1.5, 0.001}) {
    CHECK_THROWS_WITH_AS(wf::data::split(numbered(10), bad, wf::seed{1}), doctest::Contains("[WF823]"),
                         wf::error);
  }
}

TEST_CASE("from_memory: columns of different length") {
  CHECK_THROWS_WITH_AS(
      wf::data::from_memory<schema>(std::vector<double>{1, 2, 3, 4}, std::vector<int>{1}).value(),
      doctest::Contains("[WF821]"), wf::error);
}

TEST_CASE("loader: keep_at_least promises, and names batch sizes that keep the promise") {
  auto good = wf::data::loader<source>(numbered(18), wf::batch_size<8>, wf::keep_at_least<2>);
  static_assert(decltype(good)::batch_axis::min == 2);
  CHECK(rows_of_epoch(good).size() == 18);
  CHECK_THROWS_WITH_AS(wf::data::loader<source>(numbered(17), wf::batch_size<8>, wf::keep_at_least<2>),
                       doctest::Contains("last batch of 1"), wf::error);
  CHECK_THROWS_WITH_AS(wf::data::loader<source>(numbered(17), wf::batch_size<8>, wf::keep_at_least<2>),
                       doctest::Contains("batch_size<7> or batch_size<9>"), wf::error);
}

TEST_CASE("tails: nearest batch sizes without a small one") {
  static_assert(wf::tail_of(1041, 8) == 1);
  static_assert(wf::sizes_without_tail(1041, 8, 2).below == 7 &&
                wf::sizes_without_tail(1041, 8, 2).above == 9);
  static_assert(wf::sizes_without_tail(3, 3, 2).below == 0 && wf::sizes_without_tail(3, 3, 2).above == 0);
  for (wf::index_t rows = 1; rows < 40; ++rows) {
    for (wf::index_t n = 1; n < 45; ++n) {
      auto const near = wf::sizes_without_tail(rows, n, 2);
      for (auto const m : {near.below, near.above}) CHECK((m == 0 || (m >= 2 && rows % m != 1)));
    }
  }
}

TEST_CASE("policies: promised bounds hold for every length") {
  auto check = []<class Policy>(Policy, wf::index_t rows) {
    auto const exact = wf::data::bounds_of<Policy>(8, rows);
    auto const any = wf::data::bounds_of<Policy>(8, wf::unbounded);
    auto const batches = wf::data::batches_of<Policy>(rows, 8);
    if (batches == 0) return;
    wf::index_t const tail = rows % 8;
    bool const fills = wf::data::fills_up<Policy>;
    wf::index_t const least = !fills && wf::data::yields_tail<Policy>(tail) ? tail : 8;
    wf::index_t const most = fills || rows >= 8 ? 8 : tail;
    CHECK(exact.least == least);
    CHECK(exact.most == most);
    CHECK(any.least <= least);
    CHECK(any.most >= most);
  };
  for (wf::index_t rows = 1; rows < 30; ++rows) {
    check(wf::keep, rows);
    check(wf::drop, rows);
    check(wf::drop_if_below<3>, rows);
    check(wf::pad, rows);
    check(wf::replicate, rows);
  }
}

TEST_CASE("loader: a data set smaller than a batch") {
  auto padding = wf::data::loader<source>(numbered(3), wf::batch_size<8>, wf::pad);
  CHECK(padding.batches() == 1);
  CHECK(each_once(rows_of_epoch(padding), 3));
  auto repeating = wf::data::loader<source>(numbered(3), wf::batch_size<8>, wf::replicate);
  CHECK(rows_of_epoch(repeating).size() == 8);
  auto whole = wf::data::loader<source>(wf::data::static_rows<3>(numbered(3)), wf::batch_size<8>);
  static_assert(decltype(whole)::batch_axis::min == 3 && decltype(whole)::batch_axis::max == 3);
  CHECK(each_once(rows_of_epoch(whole), 3));
  CHECK_THROWS_WITH_AS(wf::data::loader<source>(numbered(0), wf::batch_size<8>),
                       doctest::Contains("[WF824] loader: the data set has no row"), wf::error);
}

TEST_CASE("loader: whether an epoch is the data set") {
  auto const rows = numbered(8);
  auto const fixed = wf::data::static_rows<8>(rows);
  static_assert(decltype(wf::data::loader<source>(rows, wf::batch_size<4>))::yields_each_row_once);
  static_assert(decltype(wf::data::loader<source>(rows, wf::batch_size<4>, wf::pad))::yields_each_row_once);
  static_assert(!decltype(wf::data::loader<source>(rows, wf::batch_size<4>, wf::drop))::yields_each_row_once);
  static_assert(
      !decltype(wf::data::loader<source>(rows, wf::batch_size<4>, wf::replicate))::yields_each_row_once);
  static_assert(!decltype(wf::data::loader<source>(rows, wf::batch_size<4>,
                                                   wf::drop_if_below<2>))::yields_each_row_once);
  static_assert(decltype(wf::data::loader<source>(fixed, wf::batch_size<4>, wf::drop))::yields_each_row_once);
  static_assert(
      !decltype(wf::data::loader<source>(fixed, wf::batch_size<5>, wf::drop))::yields_each_row_once);
  static_assert(decltype(wf::data::loader<source>(fixed, wf::batch_size<5>,
                                                  wf::drop_if_below<3>))::yields_each_row_once);
}

TEST_CASE("loader: types of a batch") {
  auto rows =
      wf::data::from_memory<schema, double>(std::vector<float>{1, 2, 3, 4}, std::vector<int>{0, 1}).value();
  auto loader = wf::data::loader<source>(rows, wf::batch_size<2>, wf::pad);
  auto& b = *loader.begin();
  using axis = wf::batch<wf::padded_rows<source>, 2, 2>;  // its rows do not count without their mask
  static_assert(std::is_same_v<decltype(loader)::source, wf::padded_rows<source>>);
  static_assert(std::is_same_v<decltype(b.x), wf::tensor<double, wf::real, wf::axes<axis, wf::dim<2>>>>);
  using label = wf::tensor<std::int64_t, wf::class_index<parity>, wf::axes<axis>>;
  static_assert(std::is_same_v<decltype(b.y), wf::padded<label>>);
  CHECK(b.y.mask.serial() == b.serial());
  CHECK(b.column<1>().labels(1) == 1);
  CHECK(b.column<0>()(1, 1) == 4);
  static_assert(decltype(wf::data::loader<source>(wf::data::static_rows<2>(rows),
                                                  wf::batch_size<2>))::source::rows == 2);
}

TEST_CASE("loader: a batch is made once, and an outer loop over the same loader is stopped") {
  auto loader = wf::data::loader<source>(numbered(20), wf::batch_size<8>, wf::shuffle{1});
  auto at = loader.begin();
  auto const serial = (*at).serial();
  CHECK(at->serial() == serial);
  CHECK(loader.epoch() == 1);
  (void)loader.begin();
  CHECK_THROWS_WITH_AS(*at, doctest::Contains("[WF825]"), wf::error);
  static_assert(std::input_iterator<decltype(at)>);
}

TEST_CASE("loader: a kept copy of a batch stays as it was") {
  auto loader = wf::data::loader<source>(numbered(16), wf::batch_size<8>);
  auto at = loader.begin();
  auto const first = *at;
  auto const& second = *++at;
  CHECK(first.x(0, 0) == 0);
  CHECK(second.x(0, 0) == 8);
}

TEST_CASE("zip: rows in step, one serial, one joint source") {
  struct other;
  auto a = wf::data::loader<source>(numbered(20), wf::batch_size<8>, wf::shuffle{1});
  auto b = wf::data::loader<other>(numbered(20), wf::batch_size<8>, wf::shuffle{1});
  auto both = wf::data::zip(a, b);
  static_assert(std::is_same_v<decltype(both)::batch_axis, wf::batch<wf::joint<source, other>, 1, 8>>);
  std::vector<wf::index_t> first, second;
  for (auto& [p, q] : both) {
    static_assert(std::is_same_v<decltype(p.x), decltype(q.x)>);
    CHECK(p.serial() == q.serial());
    CHECK(p.y.serial() == q.x.serial());
    CHECK(p.rows() == q.rows());
    for (wf::index_t r = 0; r < p.rows(); ++r) {
      first.push_back(static_cast<wf::index_t>(p.x(r, 0)));
      second.push_back(static_cast<wf::index_t>(q.x(r, 0)));
    }
  }
  CHECK(each_once(first, 20));
  CHECK(first == second);
  CHECK(both.batches() == 3);
  auto at = both.begin();
  auto const serial = std::get<0>(*at).serial();
  CHECK(std::get<1>(*at).serial() == serial);
  auto shorter = wf::data::loader<other>(numbered(19), wf::batch_size<8>);
  CHECK_THROWS_WITH_AS(wf::data::zip(a, shorter), doctest::Contains("[WF826]"), wf::error);
}

TEST_CASE("stratified_split: each class in both parts, in the same share") {
  std::vector<double> x;
  std::vector<int> y;
  for (int r = 0; r < 100; ++r) {
    x.insert(x.end(), {static_cast<double>(r), 0.0});
    y.push_back(r % 50 == 0 ? 1 : 0);  // two of a hundred
  }
  auto const rows = wf::data::from_memory<schema>(x, y).value();
  auto const parts = wf::data::stratified_split(rows, 0.75, wf::seed{3});
  auto const ones = [](auto const& part) {
    wf::index_t count = 0;
    for (wf::index_t r = 0; r < part.rows(); ++r) count += part.template column<1>()(r);
    return count;
  };
  CHECK(ones(parts.train) == 1);
  CHECK(ones(parts.test) == 1);
  CHECK(parts.train.rows() == 75);
  y[0] = 0;
  CHECK_THROWS_WITH_AS(
      wf::data::stratified_split(wf::data::from_memory<schema>(x, y).value(), 0.75, wf::seed{3}),
      doctest::Contains("[WF827]"), wf::error);
}

TEST_CASE("from_memory: all columns are reported at once") {
  auto const wrong =
      wf::data::from_memory<schema>(std::vector<double>{1, 2, 3, std::nan("")}, std::vector<int>{0, 2, 1});
  REQUIRE_FALSE(wrong.has_value());
  std::string const text = wrong.error().what();
  for (auto const* part :
       {"[WF821] column 1 (y) has 3 rows", "\n[WF803] column 0 (x)", "\n[WF801] column 1 (y)"}) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  }
  auto const ragged = wf::data::from_memory<schema>(std::vector<double>{1, 2, 3}, std::vector<int>{0});
  CHECK(std::string(ragged.error().what()).find("[WF807] column 0 (x): 3 values do not fill rows of 2") == 0);
}

TEST_CASE("loader: merge_below joins a small tail to the batch before it") {
  for (wf::index_t const rows : {3, 8, 10, 11, 16, 17, 18, 19}) {
    auto loader =
        wf::data::loader<source>(numbered(rows), wf::batch_size<8>, wf::merge_below<3>, wf::shuffle{5});
    std::vector<wf::index_t> sizes;
    CHECK(each_once(rows_of_epoch(loader, &sizes), rows));
    auto const tail = rows % 8;
    CHECK(sizes.back() == (tail == 0 ? 8 : tail < 3 ? 8 + tail : tail));
    CHECK(static_cast<wf::index_t>(sizes.size()) == loader.batches());
    CHECK(loader.last_rows() == sizes.back());
  }
  using open = decltype(wf::data::loader<source>(numbered(1), wf::batch_size<8>, wf::merge_below<3>));
  static_assert(open::batch_axis::min == 3 && open::batch_axis::max == 10 && open::yields_each_row_once);
  auto const bounds = [](auto const& rows) {
    return decltype(wf::data::loader<source>(rows, wf::batch_size<8>, wf::merge_below<3>))::bounds;
  };
  CHECK(bounds(wf::data::static_rows<10>(numbered(10))).least == 10);
  CHECK(bounds(wf::data::static_rows<18>(numbered(18))).least == 8);
  CHECK(bounds(wf::data::static_rows<18>(numbered(18))).most == 10);
  CHECK(bounds(wf::data::static_rows<19>(numbered(19))).least == 3);
  CHECK(bounds(wf::data::static_rows<19>(numbered(19))).most == 8);
  CHECK(bounds(wf::data::static_rows<16>(numbered(16))).most == 8);
  CHECK_THROWS_WITH_AS(wf::data::loader<source>(numbered(2), wf::batch_size<8>, wf::merge_below<3>),
                       doctest::Contains("[WF824]"), wf::error);
}

TEST_CASE("rows of two tables do not meet, and rows that a table has not are an error") {
  auto const all = numbered(8);
  auto const parts = wf::data::split(all, 0.5, wf::seed{1});
  auto const& x = parts.train.template column<0>();
  CHECK(x.serial() != 0);
  CHECK(x.serial() == parts.train.template column<1>().serial());
  CHECK(x.serial() != parts.test.template column<1>().serial());
  CHECK(wf::data::static_rows<8>(all).template column<0>().serial() == all.template column<0>().serial());

  using table = std::remove_cvref_t<decltype(parts.train)>;
  CHECK_THROWS_WITH_AS(table({x, numbered(3).template column<1>()}),
                       doctest::Contains("[WF821] table: one column has 4"), wf::error);
  CHECK_THROWS_WITH_AS(table({x, parts.test.template column<1>()}), doctest::Contains("[WF410]"), wf::error);
  for (wf::index_t const row : {-1, 8}) {
    CHECK_THROWS_WITH_AS(wf::data::subset(all, {0, row}),
                         doctest::Contains("[WF849] subset: there is no row"), wf::error);
  }
}
