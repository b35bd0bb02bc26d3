// SPDX-License-Identifier: Apache-2.0
// Loaders that go on where another process stopped.
#include <doctest/doctest.h>

#include <vector>

#include <wellformed/data/from_memory.hpp>
#include <wellformed/data/zip.hpp>

namespace wf = wellformed;

namespace {

struct source;
struct second;
using schema = wf::data::columns<wf::features<1>>;

/// Row r holds r.
auto numbered(int rows) {
  std::vector<double> x;
  for (int r = 0; r < rows; ++r) x.push_back(r);
  return wf::data::from_memory<schema>(x).value();
}

}  // namespace

TEST_CASE("loader: a saved position goes on with the rows that would have come") {
  auto const make = [] { return wf::data::loader<source>(numbered(20), wf::batch_size<8>, wf::shuffle{9}); };
  auto whole = make();
  std::vector<std::vector<wf::index_t>> batches;
  std::vector<wf::data::loader_position> after = {whole.position()};
  for (int epoch = 0; epoch < 3; ++epoch) {
    for (auto& b : whole) {
      batches.emplace_back();
      for (wf::index_t r = 0; r < b.rows(); ++r)
        batches.back().push_back(static_cast<wf::index_t>(b.x(r, 0)));
      after.push_back(whole.position());
    }
  }
  CHECK(after.back().epoch == 3);
  for (std::size_t from = 0; from < after.size(); ++from) {
    auto again = make();
    again.resume(after[from]);
    CHECK(again.position() == after[from]);
    auto at = from;
    while (at < batches.size()) {
      for (auto& b : again) {
        REQUIRE(at < batches.size());
        for (wf::index_t r = 0; r < b.rows(); ++r)
          CHECK(static_cast<wf::index_t>(b.x(r, 0)) == batches[at][static_cast<std::size_t>(r)]);
        ++at;
      }
    }
    CHECK(at == batches.size());
  }
  auto other = wf::data::loader<source>(numbered(20), wf::batch_size<8>, wf::shuffle{10});
  CHECK_THROWS_WITH_AS(
      other.resume(after[1]),
      "[WF848] resume: the position is batch 1 of 20 rows, batches of 8, shuffle{9}; this loader has 20 "
      "rows, "
      "batches of 8, shuffle{10} and 3 batches; make it of the same rows, batch_size and seed",
      wf::error);
  auto beyond = after[1];
  beyond.batch = 3;
  CHECK_THROWS_AS(whole.resume(beyond), wf::error);
}

TEST_CASE("zip: loaders resumed at different positions do not go in step") {
  auto a = wf::data::loader<source>(numbered(20), wf::batch_size<8>);
  auto b = wf::data::loader<second>(numbered(20), wf::batch_size<8>);
  auto place = a.position();
  place.batch = 1;
  a.resume(place);
  CHECK_THROWS_WITH_AS(wf::data::zip(a, b), doctest::Contains("[WF829]"), wf::error);
  b.resume(place);
  int steps = 0;
  for (auto& [left, right] : wf::data::zip(a, b)) steps += left.x(0, 0) == right.x(0, 0) ? 1 : 100;
  CHECK(steps == 2);
}
