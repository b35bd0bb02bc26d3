// SPDX-License-Identifier: Apache-2.0
// The CSV reader: bytes to fields to numbers, with line and column in every error.
#include <wellformed/data/csv.hpp>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "csv_record.hpp"
#include "offences.hpp"
#include "read_file.hpp"

namespace wellformed::data {

namespace {

std::string_view trim(std::string_view field) {
  while (!field.empty() && (field.front() == ' ' || field.front() == '\t')) field.remove_prefix(1);
  while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
  return field;
}

enum class field_kind { number, beyond, text };

/// `beyond`: a number that a double cannot hold.
field_kind parse_field(std::string_view field, double& value) {
  field = trim(field);
  if (field.size() > 1 && field.front() == '+' && field[1] != '-') field.remove_prefix(1);
  auto const end = field.data() + field.size();
  auto const [stop, problem] = std::from_chars(field.data(), end, value);
  if (stop != end || field.empty()) return field_kind::text;
  return problem == std::errc{} ? field_kind::number : field_kind::beyond;
}

/// What tables write where a value is missing.
bool is_missing(std::string_view field) {
  std::string lower(trim(field));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (auto const* word :
       {"", "na", "n/a", "#n/a", "nan", "<na>", "null", "nil", "none", "missing", "?", "-", "."}) {
    if (lower == word) return true;
  }
  return false;
}

/// The field in quotes, cut where it is long; control characters as \xNN.
std::string quoted(std::string_view field) {
  constexpr char const* digits = "0123456789abcdef";
  std::string result = "'";
  for (char const c : field.substr(0, 40)) {
    auto const byte = static_cast<unsigned char>(c);
    if (byte >= 32 && byte != 127)
      result += c;
    else
      result += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
  }
  result += field.size() > 40 ? "...'" : "'";
  return result;
}

index_t find_name(field_group const& group, std::string_view field) {
  for (index_t i = 0; i < group.name_count; ++i) {
    if (trim(field) == group.names[i]) return i;
  }
  return -1;
}

/// How many fields of the first line could be data, and how many could not.
struct first_line {
  index_t data = 0;     ///< numbers, names of classes, marks of missing values
  index_t text = 0;     ///< what only a header has
  bool counts = false;  ///< 0, 1, 2, ... or 1, 2, 3, ...: numbers of columns, or a row
};

/// The fields are the consecutive numbers from 0 or 1 on, at least four of them.
bool is_counting(std::vector<std::string> const& fields) {
  double first = 0;
  if (fields.size() < 4 || parse_field(fields[0], first) != field_kind::number) return false;
  double value = 0, expected = first;
  for (auto const& field : fields) {
    if (parse_field(field, value) != field_kind::number || value != expected++) return false;
  }
  return first == 0 || first == 1;
}

first_line look_at(std::vector<std::string> const& fields, std::vector<field_group> const& groups) {
  first_line seen;
  std::size_t at = 0;
  for (auto const& group : groups) {
    for (index_t k = 0; k < group.fields && at < fields.size(); ++k, ++at) {
      double ignored = 0;
      bool const is_data = (group.by_name ? find_name(group, fields[at]) >= 0
                                          : parse_field(fields[at], ignored) != field_kind::text) ||
                           is_missing(fields[at]);
      ++(is_data ? seen.data : seen.text);
    }
  }
  seen.counts = is_counting(fields);
  return seen;
}

/// Throws WF835 where a first line of names only may be a header or a row with a misspelt name, and where one
/// of numbers counts the columns, or happens to be such a row.
bool is_header(char const* path, std::vector<std::string> const& fields,
               std::vector<field_group> const& groups, header_row header) {
  if (header != header_row::detect) return header == header_row::present;
  auto const seen = look_at(fields, groups);
  if (seen.counts) {
    (message(835) << path << ": line 1 counts from " << fields[0].c_str() << " to " << fields.back().c_str()
                  << ", and may be a header of column numbers or a row; say so with csv_options::header")
        .raise();
  }
  if (seen.data != 0 || seen.text == 0) return false;
  bool const any_numbers =
      std::any_of(groups.begin(), groups.end(), [](auto const& g) { return !g.by_name; });
  if (!any_numbers) {
    (message(835) << path
                  << ": line 1 holds no name of a class, and may be a header or a misspelt row; say so with "
                  << "csv_options::header")
        .raise();
  }
  return true;
}

/// A file in the making: rows of numbers, and what is wrong with the others.
class reader {
 public:
  reader(char const* path, std::vector<field_group> const& groups, std::size_t budget)
      : path_(path),
        budget_(budget),
        groups_(groups),
        counts_(831, path, "lines with another number of fields than the schema has"),
        numbers_(832, path, "fields that are no numbers"),
        beyond_(853, path, "numbers beyond the range of a double"),
        names_(833, path, "names that are not in the label set") {
    for (auto const& group : groups) wanted_ += group.fields;
    row_.resize(static_cast<std::size_t>(wanted_));
    result_.groups.resize(groups.size());
  }

  index_t wanted() const { return wanted_; }

  bool check_fields(index_t line, std::vector<std::string> const& fields) {
    auto const got = static_cast<index_t>(fields.size());
    if (got != wanted_)
      counts_.add(line, 0, "has " + std::to_string(got) + " fields, not " + std::to_string(wanted_));
    return got == wanted_;
  }

  void add_row(index_t line, std::vector<std::string> const& fields) {
    if (!check_fields(line, fields) || !parse_row(line, fields)) return;
    auto from = row_.begin();
    check_budget();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      result_.groups[g].insert(result_.groups[g].end(), from, from + groups_[g].fields);
      from += groups_[g].fields;
    }
    result_.lines.push_back(line);
  }

  csv_numbers finish(findings& into, bool had_header) {
    counts_.add_to(into);
    numbers_.add_to(into, had_header
                              ? ""
                              : "; hint: class names need named_class<S>; if line 1 is a header, say so with "
                                "csv_options::header");
    beyond_.add_to(into);
    names_.add_to(into);
    return std::move(result_);
  }

 private:
  void check_budget() const {
    auto const bytes = (result_.lines.size() + 1) * (row_.size() + 1) * sizeof(double);
    if (bytes <= budget_) return;
    (message(834) << path_ << ": the numbers take more than the memory budget of " << budget_
                  << " bytes; raise memory_budget of the options")
        .raise();
  }

  bool parse_number(index_t line, index_t column, std::string_view field, double& value) {
    auto const kind = parse_field(field, value);
    if (kind == field_kind::number) return true;
    std::string const said = trim(field).empty() ? "is empty" : "is " + quoted(field);
    (kind == field_kind::beyond ? beyond_ : numbers_).add(line, column, said);
    return false;
  }

  bool parse_row(index_t line, std::vector<std::string> const& fields) {
    bool good = true;
    std::size_t at = 0;
    for (auto const& group : groups_) {
      for (index_t k = 0; k < group.fields; ++k, ++at) {
        auto const column = static_cast<index_t>(at) + 1;
        if (group.by_name) {
          auto const id = find_name(group, fields[at]);
          row_[at] = static_cast<double>(id);
          if (id < 0) names_.add(line, column, "is " + quoted(fields[at]));
          good = good && id >= 0;
        } else {
          good = parse_number(line, column, fields[at], row_[at]) && good;
        }
      }
    }
    return good;
  }

  char const* path_;
  std::size_t budget_;
  std::vector<field_group> const& groups_;
  index_t wanted_ = 0;
  offences counts_, numbers_, beyond_, names_;
  std::vector<double> row_;
  csv_numbers result_;
};

/// A header that holds the names of a group's classes must hold them in the order of the set.
void check_header(char const* path, std::vector<std::string> const& fields,
                  std::vector<field_group> const& groups, findings& into) {
  std::size_t at = 0;
  for (auto const& group : groups) {
    auto const count = static_cast<std::size_t>(group.fields);
    std::vector<std::string> found;
    for (std::size_t k = at; k < at + count; ++k) found.emplace_back(trim(fields[k]));
    at += count;
    if (group.by_name || group.fields < 2 || group.fields != group.name_count) continue;
    bool const is_names =
        std::any_of(found.begin(), found.end(), [&](auto const& f) { return find_name(group, f) >= 0; });
    if (!is_names) continue;
    auto const checked = caught<bool>([&] {
      check_class_order(group.names, found, path);
      return true;
    });
    if (!checked) into.add(checked.error());
  }
}

}  // namespace

void check_class_order(char const* const* names, std::vector<std::string> const& found, char const* where) {
  std::size_t at = 0;
  while (at < found.size() && found[at] == names[at]) ++at;
  if (at == found.size()) return;
  auto written = found;
  std::vector<std::string> declared(names, names + found.size());
  std::sort(written.begin(), written.end());
  std::sort(declared.begin(), declared.end());
  (message(814) << where << ": the class " << (written == declared ? "order" : "names")
                << " of the file and of the label set differ at position " << at << ": '" << found[at].c_str()
                << "' in the file, '" << names[at] << "' in the set; "
                << (written == declared ? "reorder the names of the set, or map by name with named_class<S>"
                                        : "correct the names of the set"))
      .raise();
}

csv_numbers parse_csv_numbers(char const* path, std::string_view text, std::vector<field_group> const& groups,
                              csv_options const& options, findings& into) {
  csv_records records(path, text, options.separator, options.line_budget);
  reader rows(path, groups, options.memory_budget);
  std::vector<std::string> fields;
  bool first = true, had_header = false;
  while (records.next(fields)) {
    if (records.is_empty() && rows.wanted() > 1) continue;
    if (std::exchange(first, false) && is_header(path, fields, groups, options.header)) {
      had_header = true;
      if (rows.check_fields(records.line(), fields)) check_header(path, fields, groups, into);
      continue;
    }
    rows.add_row(records.line(), fields);
  }
  auto result = rows.finish(into, had_header);
  if (result.lines.empty() && !into.any()) (message(830) << path << ": holds no rows").raise();
  return result;
}

csv_numbers read_csv_numbers(char const* path, std::vector<field_group> const& groups,
                             csv_options const& options, findings& into) {
  return parse_csv_numbers(path, read_file(path, options.memory_budget), groups, options, into);
}

}  // namespace wellformed::data
