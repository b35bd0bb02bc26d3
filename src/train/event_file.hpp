// SPDX-License-Identifier: Apache-2.0
// The event file that TensorBoard reads: records of protocol buffers, each with its length and two checksums.
// Source: TFRecord format of the TensorFlow documentation, and its event.proto and summary.proto.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "train/folder.hpp"

namespace wellformed::train {

/// CRC-32C (Castagnoli), as RFC 3720 appendix B.4.
std::uint32_t crc32c(std::string_view bytes);

/// One record: length (8 bytes), its masked checksum (4), the bytes, their masked checksum (4),
/// little-endian.
std::string event_record(std::string_view bytes);

/// Writes scalars, each with a tag and a step.
class event_file {
 public:
  /// The name must hold "tfevents" for TensorBoard to find the file.
  event_file(std::string path, double wall_seconds);
  void scalar(std::string_view tag, double value, std::int64_t step, double wall_seconds);
  void flush() { file_.flush(); }

 private:
  text_file file_;
};

}  // namespace wellformed::train
