// SPDX-License-Identifier: Apache-2.0
// The one exception type of the library, and the writer of its text. Formatting lives in src/core/error.cpp.
#pragma once

#include <exception>

#include <wellformed/core/config.hpp>

namespace wellformed {

/// What data decided and types could not exclude. `what()` begins with `[WFnnn] `; `code()` is nnn.
/// Holds its text in a counted buffer, so copying an error never throws.
class error : public std::exception {
 public:
  error(int code, char const* text);
  error(error const&) noexcept;
  error& operator=(error const&) noexcept;
  ~error() override;

  char const* what() const noexcept override;
  int code() const noexcept { return code_; }

 private:
  struct shared_text;
  shared_text* text_;
  int code_;
};

/// Collects the words of an error: `throw message(410) << "rows " << 3 << " and " << 4;`
class message {
 public:
  explicit message(int code);
  message(message const&) = delete;
  message& operator=(message const&) = delete;
  ~message();

  message& operator<<(char const* words);
  message& operator<<(bool value);
  message& operator<<(int value) { return *this << static_cast<long long>(value); }
  message& operator<<(long value) { return *this << static_cast<long long>(value); }
  message& operator<<(unsigned value) { return *this << static_cast<unsigned long long>(value); }
  message& operator<<(unsigned long value) { return *this << static_cast<unsigned long long>(value); }
  message& operator<<(long long value);
  message& operator<<(unsigned long long value);
  message& operator<<(double value);

  char const* text() const noexcept;
  int code() const noexcept { return code_; }
  [[noreturn]] void raise() const { throw error(code_, text()); }

 private:
  struct body;
  body* body_;
  int code_;
};

/// Throws WF733: `what` is empty, since its contents were moved somewhere else.
[[noreturn]] void fail_moved_from(char const* what);

}  // namespace wellformed
