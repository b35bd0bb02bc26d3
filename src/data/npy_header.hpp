// SPDX-License-Identifier: Apache-2.0
// The header of a .npy file: a Python dictionary of three keys, read by a closed grammar.
#pragma once

#include "number_format.hpp"

namespace wellformed::data {

struct npy_header {
  number_format format;
  std::vector<index_t> extents;
};

/// Reads magic number, version, length and dictionary. Throws WF838 and WF839.
npy_header take_npy_header(byte_cursor& from);

}  // namespace wellformed::data
