// SPDX-License-Identifier: Apache-2.0
// One pass over a flat gradient: its norm, and the first element that is not a finite number.
#pragma once

#include <wellformed/core/number.hpp>

namespace wellformed::optim {

struct gradient_scan {
  double norm = 0;         ///< of gradient / divisor, summed in double; 0 if an element is not finite
  index_t first_bad = -1;  ///< -1: all are finite
};

/// Computes both. An element that leaves the range of E when divided counts as not finite.
template <ComputingElement E>
gradient_scan scan_gradient(E const* gradient, index_t count, double divisor);

/// Index of the first element that is not finite, or -1.
template <ComputingElement E>
index_t first_non_finite(E const* values, index_t count);

}  // namespace wellformed::optim
