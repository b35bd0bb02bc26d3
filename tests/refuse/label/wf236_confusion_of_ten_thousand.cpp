// SPDX-License-Identifier: Apache-2.0
// PyTorch: torchmetrics.ConfusionMatrix of 10000 classes takes 800 MB, and nobody can read it.
// expect: WF236 | values: word | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct word : wf::label_set<10000> {};
struct letter : wf::label_set<26> {};

int main() {
#ifdef FIXED
  wf::metrics::confusion<letter> const counts;
#else
  wf::metrics::confusion<word> const counts;
#endif
  return counts.rows() == 0 ? 0 : 1;
}
