// SPDX-License-Identifier: Apache-2.0
// expect: WF250 | values: class_index | lines: 12 | depth: 0
// scikit-learn: mean_squared_error of class ids is a number too.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct stars : wf::label_set<5> {};
using rows = wf::batch<struct some_rows, 2>;
using predicted = wf::tensor<float, wf::real, wf::axes<rows>>;
#ifdef FIXED
using labels = wf::tensor<float, wf::regression<1>, wf::axes<rows>>;
#else
using labels = wf::tensor<std::int64_t, wf::class_index<stars>, wf::axes<rows>>;
#endif

int main() {
  auto const x = predicted::of({3, 2});
  auto y = labels::uninitialised();
  y.unchecked_data()[0] = y.unchecked_data()[1] = 1;
  wf::metrics::regression_errors measured;
  measured.add(x, y);
  return measured.numbers() == 2 ? 0 : 1;
}
