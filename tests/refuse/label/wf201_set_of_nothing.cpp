// SPDX-License-Identifier: Apache-2.0
// PyTorch: nn.Linear(64, 0) only warns, and the loss has no class to be right about.
// expect: WF201 | values: got_extent<0 | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
struct nothing : wf::label_set<1> {};
#else
struct nothing : wf::label_set<0> {};
#endif

int main() {
  return nothing::size <= 1 ? 0 : 1;
}
