// SPDX-License-Identifier: Apache-2.0
// The check of ids that an embedding looks up.
#include <wellformed/core/offence.hpp>
#include <wellformed/nn/embedding.hpp>

namespace wellformed::nn {

namespace {

template <class Index>
void check_each_id(Index const* ids, index_t count, index_t words) {
  auto const bad = backend::first_outside(host{}, ids, count, words);
  if (bad >= 0) raise_offence({801, "embedding", bad, static_cast<index_t>(ids[bad]), words});
}

}  // namespace

void check_ids(host, std::int64_t const* ids, index_t count, index_t words) {
  check_each_id(ids, count, words);
}
void check_ids(host, std::int32_t const* ids, index_t count, index_t words) {
  check_each_id(ids, count, words);
}
void check_ids(host, std::uint8_t const* ids, index_t count, index_t words) {
  check_each_id(ids, count, words);
}

}  // namespace wellformed::nn
