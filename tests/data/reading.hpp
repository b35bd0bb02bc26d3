// SPDX-License-Identifier: Apache-2.0
// One call for all readers: bytes in, the error or nothing out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <wellformed/data/csv.hpp>
#include <wellformed/data/idx.hpp>
#include <wellformed/data/npy.hpp>

namespace reading {

namespace wf = wellformed;

struct colour : wf::label_set<3> {
  static constexpr char const* names[3] = {"red", "green", "blue"};
};

/// Two numbers and the name of a colour.
inline std::size_t numbers_of_csv(std::string_view bytes, std::size_t budget) {
  wf::data::findings found;
  std::vector<wf::data::field_group> const groups = {{2, nullptr, 0, false}, {1, colour::names, 3, true}};
  auto const got =
      wf::data::parse_csv_numbers("f", bytes, groups, {.memory_budget = budget, .line_budget = 256}, found);
  found.raise_if_any();
  return got.groups[0].size() + got.groups[1].size();
}

/// How many numbers a reader (csv, idx, npy, npz) makes of the bytes. Throws what the reader throws.
inline std::size_t numbers_of(std::string_view reader, std::string_view bytes,
                              std::size_t budget = std::size_t{1} << 24) {
  if (reader == "csv") return numbers_of_csv(bytes, budget);
  auto const got = reader == "idx"   ? wf::data::parse_idx("f", bytes, {budget})
                   : reader == "npy" ? wf::data::parse_npy("f", bytes, {budget})
                                     : wf::data::parse_npz("f", bytes, "x", {budget});
  return got.bytes.size() + got.whole.size() + got.real.size();
}

/// The text of the error; nothing if the bytes are taken.
inline std::optional<std::string> error_of(std::string_view reader, std::string_view bytes) {
  try {
    numbers_of(reader, bytes);
    return {};
  } catch (wf::error const& why) {
    return why.what();
  }
}

/// Text with \xNN, \n, \r, \t and \\ as bytes.
inline std::string unescaped(std::string_view text) {
  std::string out;
  auto const digit = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    char const c = text[++i];
    if (c == 'x') {
      out += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
      i += 2;
    } else {
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
  }
  return out;
}

}  // namespace reading
