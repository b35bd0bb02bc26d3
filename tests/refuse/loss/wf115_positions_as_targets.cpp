// SPDX-License-Identifier: Apache-2.0
// expect: WF115 | values: position<8 | lines: 12 | depth: 0
// Positions are no classes.
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
  auto const z = logits_of<wf::classes<animal>>({1, 2, 3, 3, 2, 1});
  auto const y = labels_of<wf::class_index<animal>>({0, 2});
  [[maybe_unused]] auto const t = labels_of<wf::position<8>>({0, 2});
#ifdef FIXED
  auto const loss = wf::cross_entropy(z, y);
#else
  auto const loss = wf::cross_entropy(z, t);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
