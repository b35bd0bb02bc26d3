// SPDX-License-Identifier: Apache-2.0
// expect: WF248 | values: animal | lines: 12 | depth: 0
// scikit-learn: roc_auc_score of several classes asks for multi_class at run time.
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
using rows = wf::batch<struct some_rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<rows, wf::classes<animal>>>;
using ids = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;

int main() {
  auto const z = scores::of({3, 2, 1, 1, 2, 3});
  auto y = ids::uninitialised();
  y.unchecked_data()[0] = y.unchecked_data()[1] = 0;
#ifdef FIXED
  auto const measured = wf::metrics::confusion<animal>().add(z, y);
#else
  auto const measured = wf::metrics::ranking<animal>().add(z, y);
#endif
  return measured.rows() == 2 ? 0 : 1;
}
