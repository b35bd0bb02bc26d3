// SPDX-License-Identifier: Apache-2.0
// A whole file into memory.
#pragma once

#include <cstddef>
#include <string>

namespace wellformed::data {

/// Throws WF830 if the file cannot be read, WF834 if it has more than `budget` bytes.
std::string read_file(char const* path, std::size_t budget);

}  // namespace wellformed::data
