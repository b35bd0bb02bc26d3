// SPDX-License-Identifier: Apache-2.0
// Metrics of scores on a GPU are the CPU's, counts and errors; an evaluation waits for the GPU once.
#include <doctest/doctest.h>

#include "intercept.hpp"
#include "step_case.hpp"

namespace {

template <wf::index_t N>
struct kinds : wf::label_set<N> {};
using batch_axis = wf::batch<rows, 1, 70001>;
using padded_axis = wf::batch<wf::padded_rows<rows>, 8>;

/// Scores of few values, so that some are equal.
template <class E, class Axes>
auto scores(wf::extents_of<Axes> const& extents, std::uint64_t stream) {
  auto x = numbers<E, Axes>(extents, stream, -3, 3);
  for (wf::index_t i = 0; i < x.size(); ++i) x.mutable_data()[i] = std::round(x.data()[i] * 4);
  return x;
}

template <class Label, class Meaning, class Axes>
auto ids(wf::extents_of<Axes> const& extents, wf::index_t classes) {
  auto y = wf::tensor<Label, Meaning, Axes>::uninitialised(extents);
  for (wf::index_t i = 0; i < y.size(); ++i) {
    y.unchecked_data()[i] = static_cast<Label>((i * 7 + i / 3) % classes);
    if (wf::has_ignore<Meaning> && i % 5 == 2) y.unchecked_data()[i] = static_cast<Label>(255);
  }
  return y;
}

template <class S, wf::index_t K, class P, class Y>
void check_same_counts(P const& p, Y const& y) {
  auto const on_p = wf::move_to<wf::cuda>(p);
  auto const on_y = wf::move_to<wf::cuda>(y);
  auto const same = [](wf::metrics::ratio found, wf::metrics::ratio expected) {
    CHECK(found.hits == expected.hits);
    CHECK(found.rows == expected.rows);
  };
  same(wf::metrics::accuracy(on_p, on_y), wf::metrics::accuracy(p, y));
  same(wf::metrics::top_k<K>(on_p, on_y), wf::metrics::top_k<K>(p, y));
  if constexpr (wf::class_count<S> <= 4096) {
    wf::metrics::confusion<S> expected, found;
    for (int twice = 0; twice < 2; ++twice) {
      expected.add(p, y);
      found.add(on_p, on_y);
    }
    same(found.template top_k<K>(), expected.template top_k<K>());
    for (wf::index_t i = 0; i < wf::class_count<S> * wf::class_count<S>; ++i) {
      if (found.counts()[i] != expected.counts()[i]) FAIL("count " << i);
    }
  }
}

template <class E, class Label, wf::index_t N>
void check_classes(std::initializer_list<wf::index_t> counts) {
  using set = kinds<N>;
  using meaning = wf::class_index<set, wf::ignore<255>>;
  using whole = wf::axes<batch_axis, wf::classes<set>>;
  for (auto const n : counts) {
    CAPTURE(n);
    CAPTURE(N);
    check_same_counts<set, 2>(scores<E, whole>({n, N}, 1), ids<Label, meaning, wf::axes<batch_axis>>({n}, N));
  }
}

struct pair {
  features x;
  labels y;
};
pair pair_of(wf::index_t count, std::uint64_t stream) {
  auto const b = batch_of(count, stream);
  return {b.x, b.y};
}

template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wf::error const& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("accuracy, top k and confusion of class ids are the CPU's") {
  check_classes<float, std::uint8_t, 3>({1, 33, 1025});
  check_classes<float, std::int32_t, 31>({1, 257});
  check_classes<float, std::int64_t, 32>({7, 130});
  check_classes<double, std::int32_t, 100>({1, 67});
  check_classes<float, std::int64_t, 5003>({3});
}

TEST_CASE("more rows than a grid has blocks") { check_classes<float, std::int32_t, 2>({70001}); }

TEST_CASE("a class axis in the middle, and padded rows") {
  using set = kinds<6>;
  using pixels = wf::axes<padded_axis, wf::classes<set>, wf::dim<7>>;
  using answers = wf::axes<padded_axis, wf::dim<7>>;
  auto const p = scores<double, pixels>({8, 6, 7}, 3);
  auto mask = wf::tensor<bool, wf::boolean, wf::axes<padded_axis>>::uninitialised({8});
  for (int i = 0; i < 8; ++i) mask.unchecked_data()[i] = i < 5;
  wf::padded const y{ids<std::int32_t, wf::class_index<set>, answers>({8, 7}, 6), mask};
  check_same_counts<set, 3>(p, y);
  CHECK(wf::metrics::accuracy(wf::move_to<wf::cuda>(p), wf::move_to<wf::cuda>(y)).rows == 35);
}

TEST_CASE_TEMPLATE("yes and no", Label, bool, std::uint8_t, std::int32_t, float, double) {
  using set = kinds<2>;
  using column = wf::axes<batch_axis, wf::positive<set>>;
  auto const p = scores<float, column>({1025, 1}, 5);
  auto const y = ids<Label, wf::binary<set>, wf::axes<batch_axis>>({1025}, 2);
  check_same_counts<set, 1>(p, y);
  check_same_counts<set, 1>(wf::eval(wf::sigmoid(p)), y);
}

TEST_CASE("an evaluation counts on the GPU and waits once") {
  auto gpu = model();
  auto net = wf::move_to<wf::host>(gpu.clone());
  std::vector<pair> batches;
  for (wf::index_t i = 0; i < 5; ++i) batches.push_back(pair_of(8 - i, static_cast<std::uint64_t>(i)));
  auto const expected = wf::metrics::evaluate(net, batches);
  auto const before = intercept::seen;
  auto const found = wf::metrics::evaluate(gpu, batches);
  CHECK(intercept::seen.waits - before.waits == 1);
  CHECK(found.rows() == 30);
  CHECK(found.accuracy().hits == expected.accuracy().hits);
  CHECK(found.top_k<2>().hits == expected.top_k<2>().hits);
  for (int i = 0; i < 9; ++i) CHECK(found.confusion.counts()[i] == expected.confusion.counts()[i]);
}

TEST_CASE("an evaluation throws what the CPU throws, of the first bad batch") {
  auto gpu = model();
  auto net = wf::move_to<wf::host>(gpu.clone());
  std::vector<pair> batches{pair_of(8, 0), pair_of(7, 1), pair_of(8, 2)};
  batches[1].y.unchecked_data()[5] = 3;
  batches[1].y.unchecked_data()[6] = -1;
  batches[2].y.unchecked_data()[0] = 17;
  auto const expected = text_of_error([&] { wf::metrics::evaluate(net, batches); });
  CHECK(expected.find("[WF246] metrics: the label of row 5 is 3") == 0);
  CHECK(text_of_error([&] { wf::metrics::evaluate(gpu, batches); }) == expected);
  batches[1].y.unchecked_data()[5] = batches[1].y.unchecked_data()[6] = 0;
  batches[1].x.mutable_data()[4 * 5] = std::nanf("");
  auto const of_nan = text_of_error([&] { wf::metrics::evaluate(net, batches); });
  CHECK(of_nan.find("[WF520] metrics: the score of row 4, column 0 is NaN") == 0);
  CHECK(text_of_error([&] { wf::metrics::evaluate(gpu, batches); }) == of_nan);
  batches.erase(batches.begin() + 1, batches.end());
  CHECK(wf::metrics::evaluate(gpu, batches).rows() == 8);
}

TEST_CASE("a batch with a bad row counts no row") {
  using set = kinds<40>;
  using whole = wf::axes<batch_axis, wf::classes<set>>;
  auto p = scores<float, whole>({9, 40}, 1);
  auto y = ids<std::int32_t, wf::class_index<set>, wf::axes<batch_axis>>({9}, 40);
  wf::metrics::confusion<set> counts;
  p.mutable_data()[3 * 40 + 37] = std::nanf("");
  p.mutable_data()[3 * 40 + 33] = std::nanf("");
  y.unchecked_data()[7] = 40;
  auto const expected = text_of_error([&] { counts.add(p, y); });
  CHECK(expected.find("[WF520] metrics: the score of row 3, column 33") == 0);
  auto const there = wf::move_to<wf::cuda>(y);
  CHECK(text_of_error([&] { counts.add(wf::move_to<wf::cuda>(p), there); }) == expected);
  CHECK(counts.rows() == 0);
}
