// SPDX-License-Identifier: Apache-2.0
// expect: WF241 | values: dim<5, got_extent<5, required_extent<3 | lines: 12 | depth: 0
// PyTorch: a head wider than the set wastes columns; a narrower one is a device-side assert.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

template <class M>
auto labels_of(std::vector<int> ids) {
  return wf::refine<wf::tensor<std::int64_t, M, wf::axes<wf::dim<2>>>>(ids).value();
}

int main() {
  [[maybe_unused]] auto const wide = logits_of<wf::dim<5>>({1, 2, 3, 4, 5, 5, 4, 3, 2, 1});
  auto const z = logits_of<wf::classes<animal>>({1, 2, 3, 3, 2, 1});
  auto const y = labels_of<wf::class_index<animal>>({0, 2});
#ifdef FIXED
  auto const loss = wf::cross_entropy(z, y);
#else
  auto const loss = wf::cross_entropy(wide, y);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
