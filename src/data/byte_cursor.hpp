// SPDX-License-Identifier: Apache-2.0
// The bytes of a file in order, with the offset of what is wrong in every error.
#pragma once

#include <string>
#include <string_view>

#include <wellformed/core/error.hpp>

namespace wellformed::data {

/// Throws WF838: what is wrong with a file, and at which byte.
[[noreturn]] inline void malformed(char const* name, std::size_t at, std::string const& what) {
  (message(838) << name << ": byte " << at << ": " << what.c_str()).raise();
}

/// "1 byte", "4 bytes".
inline std::string byte_count(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

class byte_cursor {
 public:
  byte_cursor(char const* name, std::string_view bytes) : name_(name), bytes_(bytes) {}

  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  char const* name() const { return name_; }

  std::string_view take(std::size_t count, char const* what) {
    if (count > left()) {
      malformed(name_, at_,
                std::string(what) + " needs " + byte_count(count) + ", " + std::to_string(left()) +
                    " are left; the file is cut or is no such file");
    }
    auto const taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }

  /// The next `bytes` bytes as a number.
  std::size_t number(std::size_t bytes, bool big_endian, char const* what) {
    auto const taken = take(bytes, what);
    std::size_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      auto const byte = static_cast<unsigned char>(taken[big_endian ? i : bytes - 1 - i]);
      value = value << 8 | byte;
    }
    return value;
  }

 private:
  char const* name_;
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace wellformed::data
