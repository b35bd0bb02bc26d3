// SPDX-License-Identifier: Apache-2.0
// Confusion counts on the CPU: pairs, the ignored id, the mask, and ids that are no class.
#include <doctest/doctest.h>

#include <vector>

#include <wellformed/backend/count.hpp>
#include <wellformed/core/error.hpp>

namespace backend = wellformed::backend;
using wellformed::index_t;

TEST_CASE("pairs are added to the counts, by truth and prediction") {
  std::vector<index_t> const predicted{0, 1, 1, 2, 0, 1};
  std::vector<std::uint8_t> const truth{0, 1, 0, 2, 255, 1};
  bool const mask[] = {true, true, true, true, true, false};
  std::vector<index_t> counts{10, 0, 0, 0, 0, 0, 0, 0, 0};
  backend::confusion_counts(wellformed::host{}, counts.data(), predicted.data(), truth.data(), 6, 3, true,
                            255, mask);
  CHECK(counts == std::vector<index_t>{11, 1, 0, 0, 1, 0, 0, 0, 1});
}

TEST_CASE("an id that is no class is an error, and nothing is counted") {
  std::vector<index_t> const predicted{0, 3};
  std::vector<std::int32_t> truth{0, 1};
  std::vector<index_t> counts(9, 0);
  auto const count = [&] {
    backend::confusion_counts(wellformed::host{}, counts.data(), predicted.data(), truth.data(), 2, 3, false,
                              0, nullptr);
  };
  CHECK_THROWS_WITH(count(), doctest::Contains("[WF214] confusion: index 3 at element 1"));
  truth[1] = -1;
  CHECK_THROWS_WITH(count(), doctest::Contains("[WF820] confusion: label -1 at row 1"));
  CHECK(counts == std::vector<index_t>(9, 0));
}
