// SPDX-License-Identifier: Apache-2.0
// One look over a gradient before a step: its norm, and whether every number is finite.
#pragma once

#include <wellformed/types/device.hpp>

namespace wellformed::backend {

/// Of gradient / divisor, in double. If a number is not finite, its place and value, and no norm.
struct gradient_scan {
  double norm = 0;
  index_t first_bad = -1;  ///< -1: all are finite
  double bad_value = 0;
};

/// For float and double.
template <class T>
gradient_scan scan_gradient(host, T const* gradient, index_t count, double divisor);
/// The same on a GPU, in its stream; `out` lies in its memory.
template <class T>
void scan_gradient(cuda, T const* gradient, index_t count, double divisor, gradient_scan* out);
/// With a divisor that lies in the GPU's memory.
template <class T>
void scan_gradient(cuda, T const* gradient, index_t count, double const* divisor, gradient_scan* out);

}  // namespace wellformed::backend
