// SPDX-License-Identifier: Apache-2.0
// PyTorch: rows that pad the last batch count in the loss unless every caller masks them; nothing is said.
// expect: WF608 | values: binary | lines: 12
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

#ifdef FIXED
using device = wf::host;
#else
using device = wf::cuda;
#endif
struct spam : wf::label_set<2> {};
using rows = wf::axes<wf::batch<wf::padded_rows<struct mail>, 2>>;
using scores = wf::tensor<float, wf::logits, wf::axes<wf::batch<wf::padded_rows<mail>, 2>, wf::positive<spam>>, device>;
using answers = wf::tensor<float, wf::binary<spam>, rows, device>;
using mask = wf::tensor<bool, wf::boolean, rows, device>;

int main() {
  wf::slab const zeros(16), flags(16);
  for (int i = 0; i < 16; ++i) static_cast<char*>(zeros.data())[i] = static_cast<char*>(flags.data())[i] = 0;
  static_cast<bool*>(flags.data())[0] = true;
  wf::padded const labels{answers::unchecked(zeros, {2}), mask::unchecked(flags, {2})};
  auto const loss = wf::binary_cross_entropy_with_logits(scores::unchecked(zeros, {2, 1}), labels);
  return loss.rows() == 1 ? 0 : 1;
}
