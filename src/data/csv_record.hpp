// SPDX-License-Identifier: Apache-2.0
// The records of a CSV file after RFC 4180: quoted fields may hold separators, line ends and doubled quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <wellformed/core/config.hpp>

namespace wellformed::data {

class csv_records {
 public:
  /// Throws WF838 where the first bytes say that this is no text in UTF-8.
  csv_records(char const* path, std::string_view text, char separator, std::size_t most_bytes);

  /// The next record; false at the end. Throws WF846 on a quote where none may stand, WF847 on a record of
  /// more than `most_bytes` bytes.
  bool next(std::vector<std::string>& fields);

  index_t line() const { return line_; }       ///< on which the record begins
  bool is_empty() const { return is_empty_; }  ///< an empty line

 private:
  [[noreturn]] void bad_quote(std::vector<std::string> const& fields, char const* what) const;
  void take_field(std::vector<std::string>& fields);
  void take_quoted(std::vector<std::string> const& fields, std::string& field);
  bool at_line_end() const;
  void check_length() const;

  char const* path_;
  std::string_view text_;
  char separator_;
  std::size_t most_bytes_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  ///< of the record
  index_t line_ = 1;
  index_t next_line_ = 1;
  bool is_empty_ = false;
};

}  // namespace wellformed::data
