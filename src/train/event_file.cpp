// SPDX-License-Identifier: Apache-2.0
// The few fields of event.proto that scalars need, written by hand.
#include "train/event_file.hpp"

#include <array>
#include <bit>

namespace wellformed::train {

namespace {

constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82f63b78U : 0U);
    table[i] = value;
  }
  return table;
}();

template <class T>
void append_fixed(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}

void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  bytes += static_cast<char>(value);
}

enum class wire : std::uint64_t { varint = 0, eight_bytes = 1, length = 2, four_bytes = 5 };

void append_key(std::string& bytes, std::uint64_t field, wire type) {
  append_varint(bytes, field << 3 | static_cast<std::uint64_t>(type));
}

void append_bytes(std::string& bytes, std::uint64_t field, std::string_view content) {
  append_key(bytes, field, wire::length);
  append_varint(bytes, content.size());
  bytes += content;
}

// Event: 1 wall_time (double), 2 step (int64), then what the caller adds.
std::string event_head(double wall_seconds, std::int64_t step) {
  std::string bytes;
  append_key(bytes, 1, wire::eight_bytes);
  append_fixed(bytes, std::bit_cast<std::uint64_t>(wall_seconds));
  append_key(bytes, 2, wire::varint);
  append_varint(bytes, static_cast<std::uint64_t>(step));
  return bytes;
}

// A checksum of bytes that hold checksums is weak, so each is rotated and moved.
std::uint32_t masked(std::uint32_t crc) { return std::rotr(crc, 15) + 0xa282ead8U; }

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (char const c : bytes) crc = (crc >> 8) ^ crc_table[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  return ~crc;
}

std::string event_record(std::string_view bytes) {
  std::string record;
  append_fixed(record, static_cast<std::uint64_t>(bytes.size()));
  append_fixed(record, masked(crc32c(record)));
  record += bytes;
  append_fixed(record, masked(crc32c(bytes)));
  return record;
}

event_file::event_file(std::string path, double wall_seconds) : file_(std::move(path)) {
  auto event = event_head(wall_seconds, 0);
  append_bytes(event, 3, "brain.Event:2");  // file_version
  file_.write(event_record(event));
}

void event_file::scalar(std::string_view tag, double value, std::int64_t step, double wall_seconds) {
  std::string scalar;  // Summary.Value: 1 tag, 2 simple_value (float)
  append_bytes(scalar, 1, tag);
  append_key(scalar, 2, wire::four_bytes);
  append_fixed(scalar, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  std::string summary;
  append_bytes(summary, 1, scalar);
  auto event = event_head(wall_seconds, step);
  append_bytes(event, 5, summary);
  file_.write(event_record(event));
}

}  // namespace wellformed::train
