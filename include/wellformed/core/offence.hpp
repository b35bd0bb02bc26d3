// SPDX-License-Identifier: Apache-2.0
// What data did wrong inside a kernel, as numbers, and its one text: a loop on the CPU and the error record
// of a GPU say the same words (src/core/offence.cpp).
#pragma once

#include <wellformed/core/config.hpp>

namespace wellformed {

/// The first offence of a kernel, in the order of rows.
struct offence {
  int code = 0;
  char const* operation = "";  ///< such as cross_entropy
  index_t row = 0;             ///< or the number of the element
  index_t value = 0;           ///< the label, index or id
  index_t limit = 0;           ///< the first value that is too great
};

/// Throws WF214 (an index), WF801 (an id) or WF820 (a label), or the numbers alone for another code.
[[noreturn]] void raise_offence(offence const& what);

}  // namespace wellformed
