// SPDX-License-Identifier: Apache-2.0
// A value, or the error that says why there is none.
#pragma once

#include <optional>
#include <utility>

#include <wellformed/core/error.hpp>

namespace wellformed {

template <class T>
class [[nodiscard]] result {
 public:
  result(T value) : value_(std::move(value)) {}
  result(wellformed::error why) : why_(std::move(why)) {}

  bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value; throws the error if there is none.
  T& value() & {
    check();
    return *value_;
  }
  T const& value() const& {
    check();
    return *value_;
  }
  T value() && {
    check();
    return *std::move(value_);
  }

  /// The error. Throws WF800 if there is a value.
  wellformed::error const& error() const {
    if (!why_) (message(800) << "result: there is a value and no error; ask has_value() first").raise();
    return *why_;
  }

 private:
  void check() const {
    if (!value_) throw *why_;
  }
  std::optional<T> value_;
  std::optional<wellformed::error> why_;
};

}  // namespace wellformed
