// SPDX-License-Identifier: Apache-2.0
// The CSV reader: bytes to fields to numbers, with line and column in every error.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include <wellformed/core/bits.hpp>
#include <wellformed/data/csv.hpp>

namespace wellformed::data {

namespace {

constexpr std::size_t shown = 5;

[[noreturn]] void cannot_read(char const* path, char const* why) {
  (message(830) << path << ": " << why).raise();
}

/// Closes the file on every way out.
struct open_file {
  int descriptor;
  ~open_file() {
    if (descriptor >= 0) ::close(descriptor);
  }
};

std::string read_file(char const* path, std::size_t budget) {
  open_file const file{::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.descriptor < 0) cannot_read(path, std::strerror(errno));
  struct stat about {};
  if (::fstat(file.descriptor, &about) != 0) cannot_read(path, std::strerror(errno));
  if (S_ISDIR(about.st_mode)) cannot_read(path, "is a directory; give the path of a CSV file");
  if (!S_ISREG(about.st_mode)) cannot_read(path, "is no regular file; give the path of a CSV file");
  auto const size = static_cast<std::size_t>(about.st_size);
  if (size > budget) {
    (message(834) << path << ": has " << size << " bytes, the memory budget is " << budget
                  << "; raise csv_options::memory_budget")
        .raise();
  }
  std::string text(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    auto const got = ::read(file.descriptor, text.data() + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot_read(path, std::strerror(errno));
    if (got == 0) cannot_read(path, "became shorter while it was read; try again");
    have += static_cast<std::size_t>(got);
  }
  return text;
}

std::string_view trim(std::string_view field) {
  while (!field.empty() && (field.front() == ' ' || field.front() == '\t')) field.remove_prefix(1);
  while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
  return field;
}

bool parse_number(std::string_view field, double& value) {
  field = trim(field);
  if (!field.empty() && field.front() == '+') field.remove_prefix(1);
  auto const end = field.data() + field.size();
  auto const [stop, problem] = std::from_chars(field.data(), end, value);
  return problem == std::errc{} && stop == end && !field.empty();
}

struct offence {
  index_t line;
  index_t column;
  std::string what;
};

/// Collects offences; throws them all at once.
class offences {
 public:
  offences(int code, char const* path, char const* title) : code_(code), path_(path), title_(title) {}
  void add(index_t line, index_t column, std::string what) {
    ++count_;
    if (first_.size() < shown) first_.push_back({line, column, std::move(what)});
  }
  void throw_if_any() const {
    if (count_ == 0) return;
    message text(code_);
    text << path_ << ": " << title_ << "; " << count_ << (count_ == 1 ? " offence:" : " offences:");
    for (auto const& o : first_) {
      text << (&o == first_.data() ? " " : ", ") << "line " << o.line;
      if (o.column > 0) text << " column " << o.column;
      text << " " << o.what.c_str();
    }
    if (count_ > static_cast<index_t>(first_.size())) text << ", ...";
    text.raise();
  }

 private:
  int code_;
  char const* path_;
  char const* title_;
  index_t count_ = 0;
  std::vector<offence> first_;
};

std::string quoted(std::string_view field) {
  std::string result = "'";
  result += field.substr(0, 40);
  result += field.size() > 40 ? "...'" : "'";
  return result;
}

/// Splits a line into fields; a quoted field may hold separators and doubled quotes, not line ends.
void split_line(std::string_view line, char separator, std::vector<std::string>& fields) {
  fields.clear();
  std::size_t at = 0;
  for (;;) {
    std::string field;
    if (at < line.size() && line[at] == '"') {
      for (++at; at < line.size(); ++at) {
        if (line[at] != '"') field += line[at];
        else if (at + 1 < line.size() && line[at + 1] == '"') field += line[++at];
        else break;
      }
      if (at < line.size()) ++at;
      while (at < line.size() && line[at] != separator) field += line[at++];
    } else {
      auto const end = std::min(line.find(separator, at), line.size());
      field = line.substr(at, end - at);
      at = end;
    }
    fields.push_back(std::move(field));
    if (at >= line.size()) return;
    ++at;
  }
}

index_t find_name(field_group const& group, std::string_view field) {
  for (index_t i = 0; i < group.name_count; ++i) {
    if (trim(field) == group.names[i]) return i;
  }
  return -1;
}

/// True if a column of numbers holds something else: a header.
bool is_header(std::vector<std::string> const& fields, std::vector<field_group> const& groups) {
  std::size_t at = 0;
  for (auto const& group : groups) {
    for (index_t k = 0; k < group.fields && at < fields.size(); ++k, ++at) {
      double ignored;
      if (group.names == nullptr && !parse_number(fields[at], ignored) && !trim(fields[at]).empty()) return true;
    }
  }
  return false;
}

}  // namespace

csv_numbers read_csv_numbers(char const* path, std::vector<field_group> const& groups, csv_options const& options) {
  auto const text = read_file(path, options.memory_budget);
  std::string_view rest = text;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  index_t wanted = 0;
  for (auto const& group : groups) wanted += group.fields;

  csv_numbers result;
  result.groups.resize(groups.size());
  offences counts(831, path, "lines with another number of fields than the schema has");
  offences numbers(832, path, "fields that are no numbers");
  offences names(833, path, "names that are not in the label set");
  std::vector<std::string> fields;
  bool first = true;
  for (index_t line = 1; !rest.empty(); ++line) {
    auto const end = std::min(rest.find('\n'), rest.size());
    auto content = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
    if (content.empty()) continue;
    split_line(content, options.separator, fields);
    if (std::exchange(first, false) && is_header(fields, groups)) continue;
    if (static_cast<index_t>(fields.size()) != wanted) {
      counts.add(line, 0, "has " + std::to_string(fields.size()) + " fields, not " + std::to_string(wanted));
      continue;
    }
    std::size_t at = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (index_t k = 0; k < groups[g].fields; ++k, ++at) {
        double value = 0;
        if (groups[g].names != nullptr) {
          value = static_cast<double>(find_name(groups[g], fields[at]));
          if (value < 0) names.add(line, static_cast<index_t>(at) + 1, "is " + quoted(fields[at]));
        } else if (!parse_number(fields[at], value)) {
          numbers.add(line, static_cast<index_t>(at) + 1,
                      trim(fields[at]).empty() ? "is empty" : "is " + quoted(fields[at]));
        }
        result.groups[g].push_back(value);
      }
    }
    result.lines.push_back(line);
  }
  counts.throw_if_any();
  numbers.throw_if_any();
  names.throw_if_any();
  if (result.lines.empty()) cannot_read(path, "holds no rows");
  return result;
}

void check_csv_values(requirement const& rule, std::vector<double> const& values, index_t fields, index_t first_column,
                      std::vector<index_t> const& lines, char const* path) {
  raw_values const raw{raw_values::type::f64, values.data(), static_cast<index_t>(values.size())};
  check_values(rule, raw, {static_cast<index_t>(lines.size()), fields, 1}, path, {lines.data(), first_column});
}

}  // namespace wellformed::data
