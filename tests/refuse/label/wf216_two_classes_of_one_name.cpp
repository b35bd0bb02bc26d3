// SPDX-License-Identifier: Apache-2.0
// PyTorch: a table of names holds one twice, and ids by name go to the first.
// expect: WF216 | values: animal | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {
#ifdef FIXED
  static constexpr char const* names[] = {"cat", "dog", "fox"};
#else
  static constexpr char const* names[] = {"cat", "dog", "cat"};
#endif
};

int main() { return wf::name_of<animal>(1)[0] == 'd' ? 0 : 1; }
