// SPDX-License-Identifier: Apache-2.0
// Dropout: the GPU drops the elements that the CPU drops, bit for bit.
#include <wellformed/backend/dropout.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
using wf::index_t;
namespace backend = wf::backend;

TEST_CASE_TEMPLATE("dropout takes the CPU's numbers", T, float, double) {
  for (auto const size : odd_sizes) {
    for (double const p : {0.0, 0.1, 0.5, 1.0 / 3, 0.999999999, 1.0}) {
      for (std::size_t const shift : {0, 1}) {
        CAPTURE(size);
        CAPTURE(p);
        auto const x = random_values<T>(size, 1);
        auto const n = static_cast<index_t>(size);
        std::vector<T> expected(size);
        backend::dropout(wf::host{}, expected.data(), x.data(), p, 42, std::uint64_t{7} << 40, n);
        device_vector<T> from(x, shift), to(size, shift);
        T const* const source = from.data();
        backend::dropout(wf::cuda{}, to.data(), source, p, 42, std::uint64_t{7} << 40, n);
        check_same(to.on_host(), expected);
        device_vector<std::uint64_t> const first(std::vector<std::uint64_t>{(std::uint64_t{7} << 40) - 5});
        backend::dropout(wf::cuda{}, from.data(), source, p, 42, first.data(), 5, n);  // in place
        check_same(from.on_host(), expected);
      }
    }
  }
}
