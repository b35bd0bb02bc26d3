// SPDX-License-Identifier: Apache-2.0
// Features are standardised by the mean and deviation of the data set, broadcast by name.
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct rows;
using inputs = wf::tensor<double, wf::real, wf::axes<wf::batch<rows, 4>, wf::dim<2>>>;

int main() {
  auto const x = inputs::of({1, 10, 2, 20, 3, 30, 4, 40});
  auto const centre = wf::mean<rows>(x);
  auto const spread = wf::sqrt(wf::variance<rows>(x, wf::unbiased{}));
  auto const z = wf::eval((x - wf::broadcast_like(centre, x)) / wf::broadcast_like(spread, x));
  auto const mean = wf::mean<rows>(z);
  auto const var = wf::variance<rows>(z, wf::unbiased{});
  return std::abs(mean(0)) < 1e-12 && std::abs(var(1) - 1) < 1e-12 && std::abs(z(0, 0) - z(0, 1)) < 1e-12 ? 0
                                                                                                          : 1;
}
