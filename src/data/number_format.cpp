// SPDX-License-Identifier: Apache-2.0
// From bytes to numbers, after every size was checked.
#include "number_format.hpp"

#include <bit>
#include <cstring>

namespace wellformed::data {

namespace {

/// The bits of number `at`.
std::uint64_t bits_at(std::string_view bytes, std::size_t at, number_format const& format) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < format.bytes; ++i) {
    auto const place = format.big_endian ? i : format.bytes - 1 - i;
    bits = bits << 8 | static_cast<unsigned char>(bytes[at * format.bytes + place]);
  }
  return bits;
}

double real_of(std::uint64_t bits, std::size_t bytes) {
  if (bytes == 8) return std::bit_cast<double>(bits);
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

std::int64_t whole_of(std::uint64_t bits, std::size_t bytes) {
  auto const unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << unused) >> unused;  // the sign comes along
}

void decode_real(raw_array& into, std::string_view bytes, std::size_t count, number_format const& format) {
  into.kind = raw_array::holds::real;
  into.real.resize(count);
  for (std::size_t i = 0; i < count; ++i) into.real[i] = real_of(bits_at(bytes, i, format), format.bytes);
}

void decode_whole(raw_array& into, std::string_view bytes, std::size_t count, number_format const& format,
                  std::size_t offset) {
  into.kind = raw_array::holds::whole;
  into.whole.resize(count);
  bool const is_signed = format.kind == number_format::type::whole;
  for (std::size_t i = 0; i < count; ++i) {
    auto const bits = bits_at(bytes, i, format);
    if (!is_signed && bits > static_cast<std::uint64_t>(INT64_MAX)) {
      (message(839) << into.name.c_str() << ": byte " << offset + 8 * i << ": "
                    << static_cast<unsigned long long>(bits)
                    << " is beyond a 64 bit integer with sign; store smaller numbers")
          .raise();
    }
    into.whole[i] = is_signed ? whole_of(bits, format.bytes) : static_cast<std::int64_t>(bits);
  }
}

std::string shape_text(std::vector<index_t> const& extents) {
  std::string text;
  for (auto const extent : extents) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

}  // namespace

std::size_t bytes_of(std::vector<index_t> const& extents, number_format const& format) {
  std::size_t total = format.bytes;
  for (auto const extent : extents) {
    if (__builtin_mul_overflow(total, static_cast<std::size_t>(extent), &total)) return SIZE_MAX;
  }
  return total > static_cast<std::size_t>(PTRDIFF_MAX) ? SIZE_MAX : total;
}

raw_array take_numbers(byte_cursor& from, std::vector<index_t> extents, number_format const& format,
                       std::size_t budget) {
  auto const wanted = bytes_of(extents, format);
  auto const offset = from.at();
  if (wanted != from.left()) {
    malformed(from.name(), offset,
              shape_text(extents) + " numbers of " + byte_count(format.bytes) + " " +
                  (wanted == SIZE_MAX ? "are more than memory holds" : "need " + byte_count(wanted)) + ", " +
                  std::to_string(from.left()) + " are left; the file is " +
                  (wanted > from.left() ? "cut or its header wrong" : "longer than its header says"));
  }
  auto const count = wanted / format.bytes;
  bool const is_bytes = format.kind == number_format::type::natural && format.bytes == 1;
  if (count > budget / (is_bytes ? 1 : 8)) {
    (message(834) << from.name() << ": " << count << " numbers take " << (is_bytes ? count : 8 * count)
                  << " bytes, the memory budget is " << budget << "; raise memory_budget of the options")
        .raise();
  }
  raw_array found;
  found.name = from.name();
  found.extents = std::move(extents);
  auto const bytes = from.take(wanted, "the array");
  if (is_bytes)
    found.bytes.assign(bytes.begin(), bytes.end());
  else if (format.kind == number_format::type::real)
    decode_real(found, bytes, count, format);
  else
    decode_whole(found, bytes, count, format, offset);
  return found;
}

void check_shape(raw_array const& raw, raw_array const& first, index_t fields, std::size_t at,
                 findings& into) {
  index_t width = 1;
  for (std::size_t i = 1; i < raw.extents.size(); ++i) width *= raw.extents[i];
  if (width != fields) {
    into.add(message(837) << raw.name.c_str() << ": " << shape_text(raw.extents).c_str() << " gives rows of "
                          << width << " numbers, column " << at << " of the schema takes " << fields
                          << "; give the files in the order of the columns, or correct the column");
  }
  if (raw.extents[0] != first.extents[0]) {
    into.add(message(821) << raw.name.c_str() << " has " << raw.extents[0] << " rows, " << first.name.c_str()
                          << " has " << first.extents[0] << "; give files of the same rows");
  }
}

}  // namespace wellformed::data
