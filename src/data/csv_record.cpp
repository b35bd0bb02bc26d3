// SPDX-License-Identifier: Apache-2.0
// Cutting of CSV text into records and fields.
#include "csv_record.hpp"

#include <wellformed/core/error.hpp>

namespace wellformed::data {

csv_records::csv_records(char const* path, std::string_view text, char separator, std::size_t most_bytes)
    : path_(path), text_(text), separator_(separator), most_bytes_(most_bytes) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  bool const is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  if (is_utf16) (message(838) << path << ": byte 0: is text in UTF-16; save it as UTF-8").raise();
  if (text.starts_with("\x1F\x8B"))
    (message(838) << path << ": byte 0: is packed by gzip; unpack it").raise();
}

bool csv_records::next(std::vector<std::string>& fields) {
  fields.clear();
  if (at_ >= text_.size()) return false;
  begin_ = at_;
  line_ = next_line_;
  take_field(fields);
  while (at_ < text_.size() && text_[at_] == separator_) {
    ++at_;
    take_field(fields);
  }
  is_empty_ = fields.size() == 1 && fields[0].empty() && text_[begin_ < text_.size() ? begin_ : 0] != '"';
  check_length();
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size()) ++at_;
  ++next_line_;
  return true;
}

/// At a line feed, a carriage return before one, or the end.
bool csv_records::at_line_end() const {
  if (at_ >= text_.size() || text_[at_] == '\n') return true;
  return text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n');
}

void csv_records::take_field(std::vector<std::string>& fields) {
  std::string field;
  if (at_ < text_.size() && text_[at_] == '"') {
    take_quoted(fields, field);
    if (!at_line_end() && text_[at_] != separator_)
      bad_quote(fields, "something stands behind the closing quote; double a quote inside of a field");
  } else {
    auto const start = at_;
    for (; !at_line_end() && text_[at_] != separator_; ++at_) {
      if (text_[at_] == '"')
        bad_quote(fields, "a quote inside of an unquoted field; quote the field and double the quote");
      check_length();
    }
    field = text_.substr(start, at_ - start);
  }
  fields.push_back(std::move(field));
}

void csv_records::take_quoted(std::vector<std::string> const& fields, std::string& field) {
  for (++at_; at_ < text_.size(); ++at_) {
    check_length();
    if (text_[at_] == '\n') ++next_line_;
    if (text_[at_] == '"') {
      if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
        ++at_;
        return;
      }
      ++at_;
    }
    field += text_[at_];
  }
  bad_quote(fields, "a quote is opened here and never closed");
}

void csv_records::bad_quote(std::vector<std::string> const& fields, char const* what) const {
  (message(846) << path_ << ": line " << line_ << " column " << fields.size() + 1 << ": " << what).raise();
}

void csv_records::check_length() const {
  if (at_ - begin_ <= most_bytes_) return;
  (message(847) << path_ << ": line " << line_ << " has more than " << most_bytes_
                << " bytes; is a quote missing, or a line end? if not, raise csv_options::line_budget")
      .raise();
}

}  // namespace wellformed::data
