// SPDX-License-Identifier: Apache-2.0
// The grammar: { 'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } in any order of keys, each once.
#include "npy_header.hpp"

namespace wellformed::data {

namespace {

[[noreturn]] void not_taken(char const* name, std::string const& what) {
  (message(839) << name << ": " << what.c_str()).raise();
}

class header_parser {
 public:
  header_parser(char const* name, std::string_view text, std::size_t offset)
      : name_(name), text_(text), offset_(offset) {}

  npy_header parse() {
    expect('{');
    while (!next_is('}')) {
      parse_entry();
      if (!next_is(',') && !is_at('}')) fail("a comma or } is missing");
    }
    skip_spaces();
    if (at_ != text_.size()) fail("something stands behind the dictionary");
    if (descr_.empty() || !has_order_ || extents_.empty())
      fail("one of the keys descr, fortran_order and shape is missing");
    return {format(), std::move(extents_)};
  }

 private:
  [[noreturn]] void fail(char const* what) const {
    malformed(name_, offset_ + at_, std::string("header: ") + what);
  }
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool is_at(char c) {
    skip_spaces();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool next_is(char c) {
    bool const is = is_at(c);
    if (is) ++at_;
    return is;
  }
  void expect(char c) {
    if (!next_is(c)) fail((std::string("'") + c + "' is missing").c_str());
  }
  bool word_is(std::string_view word) {
    skip_spaces();
    bool const is = text_.substr(at_).starts_with(word);
    if (is) at_ += word.size();
    return is;
  }

  std::string_view quoted() {
    bool const is_double = next_is('"');
    if (!is_double && !next_is('\'')) fail("a text in quotes is missing");
    auto const end = text_.find(is_double ? '"' : '\'', at_);
    if (end == text_.npos) fail("a quote is not closed");
    auto const found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }

  void parse_entry() {
    auto const key = quoted();
    expect(':');
    if (key == "descr" && descr_.empty())
      parse_descr();
    else if (key == "fortran_order" && !has_order_)
      parse_order();
    else if (key == "shape" && extents_.empty())
      parse_shape();
    else
      fail("a key that is unknown or stands twice");
  }

  void parse_descr() {
    if (is_at('[')) not_taken(name_, "is a structured array; save each field as an array of its own");
    descr_ = quoted();
    if (descr_.empty()) fail("descr is empty");
  }

  void parse_order() {
    has_order_ = true;
    if (word_is("True")) not_taken(name_, "is in Fortran order; save numpy.ascontiguousarray(x)");
    if (!word_is("False")) fail("fortran_order is neither True nor False");
  }

  void parse_shape() {
    expect('(');
    while (!next_is(')')) {
      extents_.push_back(extent());
      if (next_is(',')) continue;
      if (extents_.size() == 1 || !is_at(')')) fail("a comma is missing in the shape");
    }
    if (extents_.empty()) not_taken(name_, "is a single number; an array with rows is needed");
  }

  index_t extent() {
    skip_spaces();
    auto const start = at_;
    index_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (__builtin_mul_overflow(value, index_t{10}, &value) ||
          __builtin_add_overflow(value, index_t{text_[at_] - '0'}, &value))
        fail("an extent is larger than 64 bits hold");
    }
    if (at_ == start) fail("a number is missing in the shape");
    if (value == 0) fail("an extent is 0: the array holds no numbers");
    return value;
  }

  number_format format() const {
    using enum number_format::type;
    auto const d = std::string_view(descr_);
    if (d == "|u1" || d == "<u1") return {natural, 1, false};
    if (d == "|i1" || d == "<i1") return {whole, 1, false};
    if (d.size() == 3 && d[0] == '<') {
      auto const bytes = static_cast<std::size_t>(d[2] - '0');
      if (d[1] == 'f' && (bytes == 4 || bytes == 8)) return {real, bytes, false};
      if ((d[1] == 'i' || d[1] == 'u') && (bytes == 2 || bytes == 4 || bytes == 8))
        return {d[1] == 'i' ? whole : natural, bytes, false};
    }
    auto const kind = d.size() > 1 ? d[1] : ' ';
    not_taken(name_, "has elements of type '" + std::string(d.substr(0, 16)) + "'; " +
                         (kind == 'O'   ? "objects are Python code and never read; save numbers"
                          : d[0] == '>' ? "save little-endian numbers, x.astype(x.dtype.newbyteorder('<'))"
                                        : "save x.astype('float32'), or an integer type"));
  }

  char const* name_;
  std::string_view text_;
  std::size_t offset_;
  std::size_t at_ = 0;
  std::string descr_;
  bool has_order_ = false;
  std::vector<index_t> extents_;
};

}  // namespace

npy_header take_npy_header(byte_cursor& from) {
  if (from.take(6, "the magic number") != "\x93NUMPY")
    malformed(from.name(), 0, "a .npy file begins with \\x93NUMPY, and this one does not");
  auto const version = from.number(1, false, "the version");
  auto const minor = from.number(1, false, "the version");
  if (version < 1 || version > 3 || minor != 0) {
    malformed(
        from.name(), 6,
        "version " + std::to_string(version) + "." + std::to_string(minor) + "; 1.0 to 3.0 can be read");
  }
  auto const length = from.number(version == 1 ? 2 : 4, false, "the length of the header");
  auto const offset = from.at();
  return header_parser(from.name(), from.take(length, "the header"), offset).parse();
}

}  // namespace wellformed::data
