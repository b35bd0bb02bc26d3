// SPDX-License-Identifier: Apache-2.0
// Uses a header and the compiled part of an installed wellformed.
#include <wellformed/wellformed.hpp>
namespace wf = wellformed;

int main() {
  using row = wf::tensor<float, wf::real, wf::axes<wf::dim<2>>>;
  auto const sum = wf::eval(row::of({1, 2}) + row::of({3, 4}));
  return sum(0) == 4 && sum(1) == 6 ? 0 : 1;
}
