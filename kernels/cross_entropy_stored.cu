// SPDX-License-Identifier: Apache-2.0
// Cross entropy of logits that are stored in 16 bits.
#include "categorical_run.cuh"

namespace wellformed::backend {

template <StorageElement E, class Label>
void cross_entropy_index(cuda where, E const* logits, Label const* labels, categorical<float> const& o,
                         float* losses, E* gradient, loss_sum* sum) {
  by_index(where, logits, labels, o, losses, gradient, sum);
}

#define WF_FOR(E, L)                                                                                       \
  template void cross_entropy_index<E, L>(cuda, E const*, L const*, categorical<float> const&, float*, E*, \
                                          loss_sum*);
WF_FOR(half, std::uint8_t)
WF_FOR(half, std::int32_t)
WF_FOR(half, std::int64_t)
WF_FOR(bfloat16, std::uint8_t)
WF_FOR(bfloat16, std::int32_t)
WF_FOR(bfloat16, std::int64_t)
#undef WF_FOR

}  // namespace wellformed::backend
