// SPDX-License-Identifier: Apache-2.0
// The text of errors. Numbers are printed so that they read back as the same number.
#include <atomic>
#include <charconv>
#include <string>

#include <wellformed/core/bits.hpp>
#include <wellformed/core/error.hpp>

namespace wellformed {

struct error::shared_text {
  std::atomic<long> count{1};
  std::string words;
};

error::error(int code, char const* text) : text_(new shared_text{1, text}), code_(code) {}
error::error(error const& other) noexcept : std::exception(other), text_(other.text_), code_(other.code_) {
  ++text_->count;
}
error& error::operator=(error const& other) noexcept {
  ++other.text_->count;
  if (--text_->count == 0) delete text_;
  text_ = other.text_;
  code_ = other.code_;
  return *this;
}
error::~error() {
  if (--text_->count == 0) delete text_;
}
char const* error::what() const noexcept { return text_->words.c_str(); }

struct message::body {
  std::string words;
};

namespace {

template <class T>
void append_number(std::string& words, T value) {
  char digits[64];
  auto const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  words.append(digits, end);
}

}  // namespace

message::message(int code) : body_(new body{"[WF" + std::to_string(code) + "] "}), code_(code) {}
message::~message() { delete body_; }
message& message::operator<<(char const* words) {
  body_->words += words;
  return *this;
}
message& message::operator<<(bool value) { return *this << (value ? "true" : "false"); }
message& message::operator<<(long long value) {
  append_number(body_->words, value);
  return *this;
}
message& message::operator<<(unsigned long long value) {
  append_number(body_->words, value);
  return *this;
}
message& message::operator<<(double value) {
  if (is_nan(value))
    return *this << "nan";  // whose sign says nothing, and differs from processor to processor
  append_number(body_->words, value);
  return *this;
}
void fail_moved_from(char const* what) {
  (message(733) << "this " << what << " was moved from and is empty; use the one that it was moved to")
      .raise();
}

char const* message::text() const noexcept { return body_->words.c_str(); }

}  // namespace wellformed
