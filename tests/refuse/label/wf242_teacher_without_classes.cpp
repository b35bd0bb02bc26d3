// SPDX-License-Identifier: Apache-2.0
// expect: WF242 | values: dim<3 | lines: 12 | depth: 0
// A teacher whose columns have no names.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};

template <class... A>
auto logits_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, wf::real, wf::axes<wf::dim<2>, A...>>>(values).value();
}

template <class M, class... A>
auto rows_of(std::vector<float> values) {
  return wf::refine<wf::tensor<float, M, wf::axes<wf::dim<2>, A...>>>(values).value();
}

int main() {
  auto const z = logits_of<wf::classes<animal>>({1, 2, 3, 3, 2, 1});
  [[maybe_unused]] auto const wide = logits_of<wf::dim<3>>({1, 2, 3, 3, 2, 1});
  [[maybe_unused]] auto const t = rows_of<wf::simplex, wf::dim<3>>({1, 0, 0, 0, 1, 0});
  auto const s = rows_of<wf::simplex, wf::classes<animal>>({1, 0, 0, 0, 1, 0});
#ifdef FIXED
  auto const loss = wf::kl_div(wf::log_softmax(z), s);
#else
  auto const loss = wf::kl_div(wf::log_softmax(z), t);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
