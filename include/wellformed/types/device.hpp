// SPDX-License-Identifier: Apache-2.0
// Where the elements of a tensor live. Operands of two devices do not meet. A value of these types says which
// of several: it is the first argument of every function that computes.
#pragma once

#include <wellformed/core/slab.hpp>

namespace wellformed {

/// Memory of the process.
struct host {
  static host of(slab const&) noexcept { return {}; }
  static constexpr device_memory* memory() noexcept { return nullptr; }
};

/// Memory of an NVIDIA GPU.
struct cuda {
  int ordinal = 0;
  static cuda of(slab const& elements) noexcept { return {elements.memory()->ordinal}; }
  /// The pool of this GPU (kernels/context.cu). Throws WF651, WF652 if there is no such GPU.
  device_memory* memory() const;
};

}  // namespace wellformed
