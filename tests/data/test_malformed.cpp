// SPDX-License-Identifier: Apache-2.0
// Malformed files: malformed.tsv holds reader, bytes and the exact error of each; `*` stands for the words of
// libzip. And every flipped bit and every cut of small good files.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "reading.hpp"

namespace {

using reading::error_of;

bool is_built_without(std::optional<std::string> const& got) { return got && got->starts_with("[WF844]"); }

std::string content(std::string const& path) {
  std::ifstream from(path, std::ios::binary);
  REQUIRE(from);
  return {std::istreambuf_iterator<char>(from), {}};
}

struct seed {
  char const* reader;
  char const* file;
  enum { plain, checked } kind;  ///< checked: the format has checksums
};
constexpr seed seeds[] = {
    {"idx", "idx/images", seed::plain},       {"idx", "idx/floats", seed::plain},
    {"idx", "idx/images.gz", seed::checked},  {"idx", "idx/two_members.gz", seed::checked},
    {"npy", "npy/floats.npy", seed::plain},   {"npy", "npy/bytes.npy", seed::plain},
    {"npz", "npz/stored.npz", seed::checked}, {"npz", "npz/packed.npz", seed::checked},
};
constexpr char const* tables[] = {"csv/plain.csv", "csv/quoted.csv"};

std::string bytes_of(char const* file) {
  return content(std::string(WELLFORMED_SOURCE "/tests/fuzz/corpus/") + file);
}

/// The numbers themselves, so that damage which is taken can be seen.
std::vector<double> values_of(std::string_view reader, std::string_view bytes) {
  namespace data = wellformed::data;
  auto const got = reader == "idx"   ? data::parse_idx("f", bytes)
                   : reader == "npy" ? data::parse_npy("f", bytes)
                                     : data::parse_npz("f", bytes, "x");
  return got.visit([](auto const& all) { return std::vector<double>(all.begin(), all.end()); });
}

}  // namespace

TEST_CASE("malformed: each file has its error") {
  std::ifstream from(WELLFORMED_SOURCE "/tests/data/malformed.tsv");
  std::string line;
  int cases = 0;
  while (std::getline(from, line)) {
    auto const first = line.find('\t'), second = line.find('\t', first + 1);
    auto const reader = line.substr(0, first);
    auto const wanted = reading::unescaped(line.substr(second + 1));
    auto const got = error_of(reader, reading::unescaped(line.substr(first + 1, second - first - 1)));
    ++cases;
    if (is_built_without(got)) continue;
    INFO(line);
    REQUIRE(got);
    if (wanted.ends_with('*'))
      CHECK(got->starts_with(wanted.substr(0, wanted.size() - 1)));
    else
      CHECK(*got == wanted);
  }
  CHECK(cases >= 200);
}

TEST_CASE("malformed: every cut of a file is an error") {
  for (auto const& from : seeds) {
    auto const reader = from.reader;
    auto const file = from.file;
    auto const good = bytes_of(file);
    if (is_built_without(error_of(reader, good))) continue;
    CHECK_FALSE(error_of(reader, good));
    for (std::size_t n = 0; n < good.size(); ++n) {
      INFO(file << " cut to " << n);
      CHECK(error_of(reader, good.substr(0, n)));
    }
  }
}

TEST_CASE("malformed: a flipped bit is an error, or leaves as many numbers; with checksums, the same ones") {
  for (auto const& from : seeds) {
    auto const reader = from.reader;
    auto const file = from.file;
    auto const good = bytes_of(file);
    if (is_built_without(error_of(reader, good))) continue;
    auto const values = values_of(reader, good);
    int refused = 0;
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
      auto bad = good;
      bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ 1 << bit % 8);
      INFO(file << " bit " << bit);
      if (error_of(reader, bad)) {
        ++refused;
        continue;
      }
      auto const got = values_of(reader, bad);
      CHECK(got.size() == values.size());
      if (from.kind == seed::checked) CHECK(got == values);
    }
    CHECK(refused > 0);
  }
}

TEST_CASE("malformed: cuts and flipped bits of tables") {
  for (auto const* file : tables) {
    auto const good = bytes_of(file);
    CHECK_FALSE(error_of("csv", good));
    auto const count = reading::numbers_of("csv", good);
    for (std::size_t n = 0; n < good.size(); ++n) {
      auto const cut = good.substr(0, n);
      INFO(file << " cut to " << n);
      if (!error_of("csv", cut)) CHECK(reading::numbers_of("csv", cut) <= count);
    }
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
      auto bad = good;
      bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ 1 << bit % 8);
      INFO(file << " bit " << bit);
      // Whole rows only; a header may become one and a row a header, which is one row more or fewer.
      if (!error_of("csv", bad)) CHECK(reading::numbers_of("csv", bad) % 3 == 0);
    }
  }
}
