// SPDX-License-Identifier: Apache-2.0
// Neighbouring elements in registers.
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed::backend {

/// V elements, aligned so that up to 16 bytes are one access.
template <class E, int V>
struct alignas(sizeof(E) * V <= 16 ? sizeof(E) * V : 16) elements {
  E at[V];
};

}  // namespace wellformed::backend
