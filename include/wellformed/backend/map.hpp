// SPDX-License-Identifier: Apache-2.0
// Node kind `map` on the host: one pass over the elements, however many operations the expression has.
#pragma once

#include <wellformed/backend/lowered.hpp>

namespace wellformed::backend::host {

/// out[i] = expression at i.
template <class Out, class Lowered>
void map(Out* __restrict out, Lowered const& expression, index_t count) {
  for (index_t i = 0; i < count; ++i) out[i] = expression.value(i);
}

/// Sends the gradient of each element to the tracked leaves: values again from the leaves, then slopes, in
/// one pass.
template <class E, class Lowered>
void map_backward(E const* gradient, Lowered const& expression, index_t count) {
  for (index_t i = 0; i < count; ++i) expression.backward(i, expression.forward(i), gradient[i]);
}

}  // namespace wellformed::backend::host
