// SPDX-License-Identifier: Apache-2.0
// Counts of pairs of class ids: looked at first, then counted, so that a bad id leaves the counts alone.
#include <wellformed/backend/count.hpp>
#include <wellformed/core/offence.hpp>

namespace wellformed::backend {

template <class Label>
void confusion_counts(host, index_t* counts, index_t const* predicted, Label const* truth, index_t rows,
                      index_t classes, bool has_ignore, index_t ignored, bool const* mask) {
  auto const for_each_counted = [&](auto visit) {
    for (index_t row = 0; row < rows; ++row) {
      auto const id = static_cast<index_t>(truth[row]);
      if (mask != nullptr && !mask[row]) continue;
      if (has_ignore && id == ignored) continue;
      visit(row, id);
    }
  };
  for_each_counted([&](index_t row, index_t id) {
    if (id < 0 || id >= classes) raise_offence({820, "confusion", row, id, classes});
    if (predicted[row] < 0 || predicted[row] >= classes) {
      raise_offence({214, "confusion", row, predicted[row], classes});
    }
  });
  for_each_counted([&](index_t row, index_t id) { ++counts[id * classes + predicted[row]]; });
}

#define WF_FOR(Label)                                                                                   \
  template void confusion_counts<Label>(host, index_t*, index_t const*, Label const*, index_t, index_t, \
                                        bool, index_t, bool const*);
WF_FOR(std::uint8_t)
WF_FOR(std::int32_t)
WF_FOR(std::int64_t)
#undef WF_FOR

}  // namespace wellformed::backend
