// SPDX-License-Identifier: Apache-2.0
// What is wrong with data, collected: every mismatch of every column is reported at once.
#pragma once

#include <vector>

#include <wellformed/core/expected.hpp>

namespace wellformed::data {

class findings {
 public:
  void add(message const& what) { all_.emplace_back(what.code(), what.text()); }
  void add(error const& what) { all_.push_back(what); }
  bool any() const { return !all_.empty(); }

  /// Throws the only finding, or one error with the code of the first and a line for each.
  void raise_if_any() const;

 private:
  std::vector<error> all_;
};

/// Runs an action that may throw an error; gives its value, or the error.
template <class T, class Action>
result<T> caught(Action action) {
  try {
    return action();
  } catch (wellformed::error const& why) {
    return why;
  }
}

}  // namespace wellformed::data
