// SPDX-License-Identifier: Apache-2.0
// PyTorch: class names are a list beside the model, and a report shows the wrong ones.
// expect: WF202 | values: got_extent<2, required_extent<3 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {
#ifdef FIXED
  static constexpr char const* names[] = {"cat", "dog", "fox"};
#else
  static constexpr char const* names[] = {"cat", "dog"};
#endif
};

int main() { return wf::name_of<animal>(1)[0] == 'd' ? 0 : 1; }
