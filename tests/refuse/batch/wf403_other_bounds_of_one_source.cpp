// SPDX-License-Identifier: Apache-2.0
// expect: WF403 | values: train_rows | lines: 12 | depth: 0
// Two loaders with one tag.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct animal : wf::label_set<3> {};
struct train_rows;

template <class Source>
auto logits_of_rows(std::vector<float> values) {
  using axes = wf::axes<wf::batch<Source, 1, 64>, wf::classes<animal>>;
  return wf::refine<wf::tensor<float, wf::real, axes>>(values, {2, 3}).value();
}

template <class Source, wf::index_t Least = 1>
auto labels_of_rows(std::vector<int> ids) {
  using axes = wf::axes<wf::batch<Source, Least, 64>>;
  return wf::refine<wf::tensor<std::int64_t, wf::class_index<animal>, axes>>(ids, {2}).value();
}

int main() {
  auto const z = logits_of_rows<train_rows>({1, 2, 3, 3, 2, 1});
  auto const y = labels_of_rows<train_rows>({0, 2});
  [[maybe_unused]] auto const other = labels_of_rows<train_rows, 2>({0, 2});
#ifdef FIXED
  auto const loss = wf::cross_entropy(z, y);
#else
  auto const loss = wf::cross_entropy(z, other);
#endif
  return loss.item() == loss.item() ? 0 : 1;
}
