// SPDX-License-Identifier: Apache-2.0
// The images of a data set are read, and its labels forgotten.
// expect: WF822 | values: got_extent<1, required_extent<2 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct digit : wf::label_set<10> {};
using schema = wf::data::columns<wf::pixels<784>, wf::class_index<digit>>;

int main() {
#ifdef FIXED
  auto const rows = wf::data::read_npy<schema>({"nowhere-images.npy", "nowhere-labels.npy"});
#else
  auto const rows = wf::data::read_npy<schema>({"nowhere-images.npy"});
#endif
  return rows.has_value() ? 1 : 0;
}
