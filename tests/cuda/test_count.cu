// SPDX-License-Identifier: Apache-2.0
// Confusion counts of the GPU and the CPU: added to what is there; ids that are no class are named.
#include <memory>
#include <string>

#include <wellformed/backend/count.hpp>
#include <wellformed/core/error.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

namespace {

template <class Label>
struct pairs {
  std::vector<index_t> predicted;
  std::vector<Label> truth;
  host_vector<bool> mask;

  pairs(std::size_t rows, index_t classes) {
    auto const a = random_values<double>(rows, 1, 0, 1), b = random_values<double>(rows, 2, 0, 1);
    for (std::size_t i = 0; i < rows; ++i) {
      predicted.push_back(static_cast<index_t>(a[i] * static_cast<double>(classes)));
      truth.push_back(static_cast<Label>(b[i] * static_cast<double>(classes)));
      if (i % 7 == 3) truth.back() = static_cast<Label>(255);
      mask.push_back(i % 5 != 1);
    }
  }
  index_t rows() const { return static_cast<index_t>(truth.size()); }
};

template <class F>
std::string text_of_error(F f) {
  try {
    f();
  } catch (wf::error const& found) {
    return found.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE_TEMPLATE("counts are the CPU's", Label, std::uint8_t, std::int32_t, std::int64_t) {
  for (index_t const classes : {1, 2, 10, 64, 65, 250}) {
    for (std::size_t const rows : {0, 1, 33, 1025, 9001}) {
      pairs<Label> const given(rows, classes);
      std::vector<index_t> counts(static_cast<std::size_t>(classes * classes), 5);
      device_vector<index_t> there(counts);
      device_vector<index_t> const predicted(given.predicted);
      device_vector<Label> const truth(given.truth);
      device_vector<bool> const mask(given.mask);
      auto const here = std::make_unique<bool[]>(rows + 1);
      for (std::size_t i = 0; i < rows; ++i) here[i] = given.mask[i] != 0;
      for (bool const masked : {false, true}) {
        backend::confusion_counts(wf::host{}, counts.data(), given.predicted.data(), given.truth.data(),
                                  given.rows(), classes, true, 255, masked ? here.get() : nullptr);
        backend::confusion_counts(wf::cuda{}, there.data(), predicted.data(), truth.data(), given.rows(),
                                  classes, true, 255, masked ? mask.data() : nullptr);
      }
      check_same(there.on_host(), counts);
    }
  }
}

TEST_CASE("an id that is no class is named, and its row alone left out") {
  for (index_t const classes : {3, 100}) {
    for (bool const in_truth : {true, false}) {
      std::vector<index_t> predicted{0, 1, 2, 0}, counts(static_cast<std::size_t>(classes * classes), 0);
      std::vector<std::int32_t> truth{2, 1, 0, 0};
      if (in_truth) {
        truth[1] = truth[3] = -1;
      } else {
        predicted[1] = predicted[3] = classes;
      }
      auto const call = [&](auto where, auto* to, auto* from, auto* labels) {
        backend::confusion_counts(where, to, from, labels, 4, classes, false, 0, nullptr);
      };
      auto const expected =
          text_of_error([&] { call(wf::host{}, counts.data(), predicted.data(), truth.data()); });
      CHECK(expected.find(in_truth ? "[WF820] confusion: label -1 at row 1" : "[WF214] confusion: index ") ==
            0);
      CHECK(counts == std::vector<index_t>(counts.size(), 0));
      device_vector<index_t> there(counts);
      call(wf::cuda{}, there.data(), device_vector<index_t>(predicted).data(),
           device_vector<std::int32_t>(truth).data());
      CHECK(text_of_error([] { wf::synchronise(wf::cuda{}); }) == expected);
      auto found = there.on_host();
      CHECK(found[static_cast<std::size_t>(2 * classes)] == 1);
      CHECK(found[2] == 1);
      found[2] = found[static_cast<std::size_t>(2 * classes)] = 0;
      check_same(found, counts);
    }
  }
}
