// SPDX-License-Identifier: Apache-2.0
// Variance of the GPU and its slope against the CPU's, also far from zero, where squares alone would cancel.
#include <wellformed/backend/variance.hpp>

#include "compare.hpp"
#include "on_device.hpp"

namespace wf = wellformed;
namespace backend = wf::backend;
using wf::index_t;

TEST_CASE_TEMPLATE("over the middle axis", T, float, double) {
  struct extents3 {
    index_t outer, n, inner;
  };
  for (auto const& [outer, n, inner] : {extents3{1, 1, 1},
                                        {37, 2, 1},
                                        {300, 5, 1},
                                        {33, 31, 1},
                                        {9, 1000, 1},
                                        {3, 1025, 1},
                                        {1, 9001, 1},
                                        {70001, 2, 1},
                                        {2, 3, 7},
                                        {3, 9, 33},
                                        {1, 1025, 3},
                                        {1, 1000, 64},
                                        {0, 3, 1},
                                        {3, 3, 0}}) {
    INFO("outer ", outer, ", n ", n, ", inner ", inner);
    for (double const center : {0.0, 1e4}) {
      auto const size = static_cast<std::size_t>(outer * n * inner),
                 rows = static_cast<std::size_t>(outer * inner);
      auto const x = random_values<T>(size, 1, center - 1, center + 1), gy = random_values<T>(rows, 2);
      double const divisor = n == 1 ? 1 : static_cast<double>(n - 1);
      std::vector<T> y(rows), gx(size);
      backend::variance(wf::host{}, y.data(), x.data(), divisor, outer, n, inner);
      backend::variance_backward(wf::host{}, gx.data(), x.data(), gy.data(), divisor, outer, n, inner);
      for (std::size_t const shift : {0, 1}) {
        device_vector<T> const in(x, shift), upstream(gy);
        device_vector<T> out(rows, shift), slope(size, shift);
        backend::variance(wf::cuda{}, out.data(), in.data(), divisor, outer, n, inner);
        backend::variance_backward(wf::cuda{}, slope.data(), in.data(), upstream.data(), divisor, outer, n,
                                   inner);
        check_close(out.on_host(), y, 0.1);
        check_close(slope.on_host(), gx, 0.1);
      }
    }
  }
}
