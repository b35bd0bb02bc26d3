// SPDX-License-Identifier: Apache-2.0
// Numbers in the bytes of a file: which, how many, and whether the bytes are all there.
#pragma once

#include <wellformed/data/raw_array.hpp>

#include "byte_cursor.hpp"

namespace wellformed::data {

struct number_format {
  enum class type { whole, natural, real };
  type kind;
  std::size_t bytes;  ///< of a number: 1, 2, 4 or 8; of real ones 4 or 8
  bool big_endian;
};

/// Bytes that the extents ask for; SIZE_MAX where that many cannot be counted.
std::size_t bytes_of(std::vector<index_t> const& extents, number_format const& format);

/// The numbers that follow until the end of the file. Throws WF838 if the extents do not ask for exactly the
/// bytes that are left, WF834 if the numbers take more than the budget, WF839 on a number beyond int64.
raw_array take_numbers(byte_cursor& from, std::vector<index_t> extents, number_format const& format,
                       std::size_t budget);

}  // namespace wellformed::data
