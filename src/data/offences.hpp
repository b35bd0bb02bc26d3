// SPDX-License-Identifier: Apache-2.0
// Offences of a file by line and column: all are counted, the first are shown.
#pragma once

#include <string>
#include <vector>

#include <wellformed/data/findings.hpp>

namespace wellformed::data {

class offences {
 public:
  offences(int code, char const* path, char const* title) : code_(code), path_(path), title_(title) {}

  /// Column 0: the line as a whole.
  void add(index_t line, index_t column, std::string what) {
    ++count_;
    if (first_.size() < shown) first_.push_back({line, column, std::move(what)});
  }

  void add_to(findings& into, char const* hint = "") const {
    if (count_ == 0) return;
    message text(code_);
    text << path_ << ": " << title_ << "; " << count_ << (count_ == 1 ? " offence:" : " offences:");
    for (std::size_t i = 0; i < first_.size(); ++i) {
      text << (i == 0 ? " " : ", ") << "line " << first_[i].line;
      if (first_[i].column > 0) text << " column " << first_[i].column;
      text << " " << first_[i].what.c_str();
    }
    if (count_ > static_cast<index_t>(first_.size())) text << ", ...";
    into.add(text << hint);
  }

 private:
  static constexpr std::size_t shown = 5;
  struct offence {
    index_t line;
    index_t column;
    std::string what;
  };
  int code_;
  char const* path_;
  char const* title_;
  index_t count_ = 0;
  std::vector<offence> first_;
};

}  // namespace wellformed::data
