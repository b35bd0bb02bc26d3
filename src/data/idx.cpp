// SPDX-License-Identifier: Apache-2.0
// The IDX reader: two zero bytes, element type, number of axes, big-endian extents, numbers.
#include <wellformed/data/idx.hpp>

#include "gunzip.hpp"
#include "number_format.hpp"
#include "read_file.hpp"

namespace wellformed::data {

namespace {

constexpr std::size_t most_axes = 8;

struct idx_header {
  number_format format;
  std::vector<index_t> extents;
};

number_format format_of(byte_cursor const& from, std::size_t type) {
  using enum number_format::type;
  switch (type) {
    case 0x08:
      return {natural, 1, true};
    case 0x09:
      return {whole, 1, true};
    case 0x0B:
      return {whole, 2, true};
    case 0x0C:
      return {whole, 4, true};
    case 0x0D:
      return {real, 4, true};
    case 0x0E:
      return {real, 8, true};
    default:
      malformed(from.name(), 2,
                "the element type is " + std::to_string(type) + "; IDX has 8, 9, 11, 12, 13 and 14");
  }
}

idx_header take_header(byte_cursor& from) {
  if (from.number(2, true, "the magic number") != 0)
    malformed(from.name(), 0, "an IDX file begins with two zero bytes, and this one does not");
  idx_header found{format_of(from, from.number(1, true, "the element type")), {}};
  auto const axes = from.number(1, true, "the number of axes");
  if (axes < 1 || axes > most_axes)
    malformed(from.name(), 3, std::to_string(axes) + " axes; 1 to 8 can be read");
  for (std::size_t i = 0; i < axes; ++i) {
    auto const at = from.at();
    found.extents.push_back(static_cast<index_t>(from.number(4, true, "an extent")));
    if (found.extents.back() == 0) malformed(from.name(), at, "an extent is 0: the file holds no numbers");
  }
  return found;
}

/// Of the whole file.
std::size_t promised(std::string_view begin) {
  if (begin.size() < 4 + 4 * most_axes &&
      (begin.size() < 4 || begin.size() < 4 + std::size_t{4} * static_cast<unsigned char>(begin[3])))
    return SIZE_MAX;
  byte_cursor from("", begin);
  auto const parsed = caught<std::size_t>([&] {
    auto const header = take_header(from);
    auto const bytes = bytes_of(header.extents, header.format);
    return bytes == SIZE_MAX ? 0 : from.at() + bytes;
  });
  return parsed.has_value() ? parsed.value() : 0;  // no such file: the error comes from the caller
}

}  // namespace

raw_array parse_idx(char const* name, std::string_view bytes, array_options const& options) {
  std::string unpacked;
  if (is_gzip(bytes)) {
    unpacked = gunzip(name, bytes, options.memory_budget, promised);
    bytes = unpacked;
  }
  byte_cursor from(name, bytes);
  auto header = take_header(from);
  return take_numbers(from, std::move(header.extents), header.format, options.memory_budget);
}

raw_array read_idx_array(char const* path, array_options const& options) {
  return parse_idx(path, read_file(path, options.memory_budget), options);
}

}  // namespace wellformed::data
