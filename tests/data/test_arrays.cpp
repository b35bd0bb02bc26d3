// SPDX-License-Identifier: Apache-2.0
// IDX, NPY and NPZ files: right numbers of every type, tables of several files, and files that do not fit.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include <wellformed/data/idx.hpp>
#include <wellformed/data/npy.hpp>

namespace wf = wellformed;
using namespace std::string_literals;

namespace {

struct colour : wf::label_set<3> {
  static constexpr char const* names[3] = {"red", "green", "blue"};
};
using images = wf::data::columns<wf::pixels<4>, wf::class_index<colour>>;

/// A file that is gone at the end of the test.
struct file {
  std::string path;
  explicit file(std::string const& bytes) {
    char name[] = "/tmp/wellformed-array-XXXXXX";
    ::close(::mkstemp(name));
    path = name;
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~file() { ::unlink(path.c_str()); }
};

std::string bytes_of(auto const& numbers) {
  return {reinterpret_cast<char const*>(std::data(numbers)), std::size(numbers) * sizeof numbers[0]};
}

std::string npy(std::string const& dictionary, std::string const& numbers) {
  auto const size = static_cast<char>(dictionary.size());
  return "\x93NUMPY\x01\x00"s + size + "\0"s + dictionary + numbers;
}
std::string npy(std::string const& type, std::string const& shape, auto const& numbers) {
  return npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n",
             bytes_of(numbers));
}

auto const two_images = "\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x02"s + "\x00\xFF\x33\x01\x02\x03\x04\x05"s;
auto const two_labels = "\0\0\x08\x01\0\0\0\x02\x02\x00"s;

template <class Result>
std::string complaint(Result const& got) {
  REQUIRE_FALSE(got.has_value());
  return got.error().what();
}

bool holds(std::string const& text, std::string const& words) { return text.find(words) != text.npos; }

}  // namespace

TEST_CASE("idx: images and labels") {
  file const x(two_images), y(two_labels);
  auto const rows = wf::data::read_idx<images, double>({x.path, y.path}).value();
  CHECK(rows.rows() == 2);
  CHECK(rows.column<0>()(0, 1) == 1);
  CHECK(rows.column<0>()(0, 2) == 0.2);
  CHECK(rows.column<0>()(1, 3) == 5. / 255);
  CHECK(rows.column<1>()(0) == 2);
}

TEST_CASE("idx: every element type, big-endian") {
  using wf::data::parse_idx;
  auto const head = [](char type) { return "\0\0"s + type + "\x01\0\0\0\x02"s; };
  CHECK(parse_idx("f", head(0x08) + "\x01\xFF").bytes[1] == 255);
  CHECK(parse_idx("f", head(0x09) + "\x01\xFF").whole[1] == -1);
  CHECK(parse_idx("f", head(0x0B) + "\x01\x02\xFF\xFE").whole == std::vector<std::int64_t>{258, -2});
  CHECK(parse_idx("f", head(0x0C) + "\0\0\x01\0\xFF\xFF\xFF\xFE"s).whole ==
        std::vector<std::int64_t>{256, -2});
  CHECK(parse_idx("f", head(0x0D) + "\x3F\xC0\0\0\xC0\0\0\0"s).real == std::vector<double>{1.5, -2});
  CHECK(parse_idx("f", head(0x0E) + "\x3F\xF8\0\0\0\0\0\0\xC0\0\0\0\0\0\0\0"s).real ==
        std::vector<double>{1.5, -2});
}

TEST_CASE("npy: every element type, and the forms of a header") {
  using wf::data::parse_npy;
  CHECK(parse_npy("f", npy("|u1", "2,", std::vector<std::uint8_t>{1, 255})).bytes[1] == 255);
  CHECK(parse_npy("f", npy("|i1", "2,", std::vector<std::int8_t>{1, -1})).whole[1] == -1);
  CHECK(parse_npy("f", npy("<i2", "2,", std::vector<std::int16_t>{1, -300})).whole[1] == -300);
  CHECK(parse_npy("f", npy("<u2", "2,", std::vector<std::uint16_t>{1, 65535})).whole[1] == 65535);
  CHECK(parse_npy("f", npy("<i4", "2,", std::vector<std::int32_t>{1, INT32_MIN})).whole[1] == INT32_MIN);
  CHECK(parse_npy("f", npy("<u4", "2,", std::vector<std::uint32_t>{1, UINT32_MAX})).whole[1] == UINT32_MAX);
  CHECK(parse_npy("f", npy("<i8", "2,", std::vector<std::int64_t>{1, INT64_MIN})).whole[1] == INT64_MIN);
  CHECK(parse_npy("f", npy("<u8", "2,", std::vector<std::uint64_t>{1, INT64_MAX})).whole[1] == INT64_MAX);
  CHECK(parse_npy("f", npy("<f4", "2,", std::vector<float>{1, 0.1f})).real[1] == 0.1f);
  CHECK(parse_npy("f", npy("<f8", "1, 2", std::vector<double>{1, 0.1})).real[1] == 0.1);
  auto const other = npy("{\"shape\":(2,1),'fortran_order':False,'descr':'<f4'}", std::string(8, '\0'));
  CHECK(parse_npy("f", other).extents == std::vector<wf::index_t>{2, 1});
}

TEST_CASE("npy: a table of several files goes through refine") {
  using schema = wf::data::columns<wf::features<2>, wf::class_index<colour>>;
  file const x(npy("<f4", "3, 2", std::vector<float>{1, 2, 3, 4, 5, 6}));
  file const y(npy("<i8", "3,", std::vector<std::int64_t>{0, 1, 2}));
  file const bad(npy("<i8", "3,", std::vector<std::int64_t>{1, 3, 2}));
  file const few(npy("<i8", "2,", std::vector<std::int64_t>{1, 2}));
  file const nan(npy("<f4", "3, 2", std::vector<float>{1, __builtin_nanf(""), 3, 4, 5, 6}));
  auto const rows = wf::data::read_npy<schema>({x.path, y.path}).value();
  CHECK(rows.column<0>()(2, 1) == 6);
  CHECK(rows.column<1>()(2) == 2);
  auto const text = complaint(wf::data::read_npy<schema>({nan.path, bad.path}));
  CHECK(holds(text, "[WF803] " + nan.path));
  CHECK(holds(text, "row 0 column 1 is nan"));
  CHECK(holds(text, "[WF801] " + bad.path));
  CHECK(holds(text, "row 1 is 3"));
  CHECK(complaint(wf::data::read_npy<schema>({x.path, few.path})) ==
        "[WF821] " + few.path + " has 2 rows, " + x.path + " has 3; give files of the same rows");
  CHECK(holds(complaint(wf::data::read_npy<schema>({y.path, y.path})),
              "[WF837] " + y.path + ": 3 gives rows of 1 numbers, column 0 of the schema takes 2"));
}

TEST_CASE("arrays: files that cannot be read, and budgets") {
  using one = wf::data::columns<wf::features<1>>;
  file const good(npy("<f4", "2,", std::vector<float>{1, 2}));
  CHECK(complaint(wf::data::read_npy<one>({"/nowhere/x.npy"})) ==
        "[WF830] /nowhere/x.npy: No such file or directory");
  CHECK(holds(complaint(wf::data::read_idx<one>({"/tmp"})), "directory"));
  CHECK(holds(complaint(wf::data::read_npz<one>("/tmp", {"x"})), "directory"));
  CHECK(holds(complaint(wf::data::read_npy<one>({good.path}, {.memory_budget = 20})), "[WF834]"));
  auto const bytes = npy("<i2", "64,", std::vector<std::int16_t>(64));
  CHECK_THROWS_WITH(wf::data::parse_npy("f", bytes, {.memory_budget = 300}),
                    "[WF834] f: 64 numbers take 512 bytes, the memory budget is 300; raise memory_budget of "
                    "the options");
  std::string const fifo = "/tmp/wellformed-array-fifo-" + std::to_string(::getpid());
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(holds(complaint(wf::data::read_idx<one>({fifo})), "no regular file"));
  CHECK(holds(complaint(wf::data::read_npy<one>({fifo})), "no regular file"));
  CHECK(holds(complaint(wf::data::read_npz<one>(fifo, {"x"})), "no regular file"));
  ::unlink(fifo.c_str());
  if (::geteuid() != 0) {
    ::chmod(good.path.c_str(), 0);
    CHECK(holds(complaint(wf::data::read_npy<one>({good.path})), "Permission denied"));
  }
}
