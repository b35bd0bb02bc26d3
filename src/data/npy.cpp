// SPDX-License-Identifier: Apache-2.0
// The reader of .npy files.
#include <wellformed/data/npy.hpp>

#include "npy_header.hpp"
#include "read_file.hpp"

namespace wellformed::data {

raw_array parse_npy(char const* name, std::string_view bytes, array_options const& options) {
  byte_cursor from(name, bytes);
  auto header = take_npy_header(from);
  return take_numbers(from, std::move(header.extents), header.format, options.memory_budget);
}

raw_array read_npy_array(char const* path, array_options const& options) {
  return parse_npy(path, read_file(path, options.memory_budget), options);
}

}  // namespace wellformed::data
