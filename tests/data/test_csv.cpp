// SPDX-License-Identifier: Apache-2.0
// The CSV reader: right values, and errors with line and column that load nothing in part.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include <wellformed/data/csv.hpp>

namespace wf = wellformed;

namespace {

struct colour : wf::label_set<3> {
  static constexpr char const* names[3] = {"red", "green", "blue"};
};
using ids = wf::data::columns<wf::features<2>, wf::class_index<colour>>;
using named = wf::data::columns<wf::features<2>, wf::named_class<colour>>;

/// A file that is gone at the end of the test.
struct file {
  std::string path;
  explicit file(std::string const& text) {
    char name[] = "/tmp/wellformed-csv-XXXXXX";
    ::close(::mkstemp(name));
    path = name;
    std::ofstream(path, std::ios::binary) << text;
  }
  ~file() { ::unlink(path.c_str()); }
};

template <class Schema>
std::string complaint(std::string const& text) {
  file const f(text);
  auto const got = wf::data::read_csv<Schema>(f.path);
  REQUIRE_FALSE(got.has_value());
  return got.error().what();
}

}  // namespace

TEST_CASE("csv: numbers, header, CRLF, byte order mark, blank lines, missing last newline") {
  for (auto const* text : {"1,2,0\n3,4.5,2\n", "a,b,c\n1,2,0\n3,4.5,2", "\xEF\xBB\xBF" "1,2,0\r\n\r\n3,4.5,2\r\n",
                           "1, +2 ,0\n3,45e-1,2\n", "\"1\",\"2\",0\n3,4.5,2\n"}) {
    file const f(text);
    auto const rows = wf::data::read_csv<ids, double>(f.path).value();
    CHECK(rows.rows() == 2);
    CHECK(rows.column<0>()(1, 1) == 4.5);
    CHECK(rows.column<1>()(1) == 2);
  }
}

TEST_CASE("csv: classes by name") {
  file const f("x,y,colour\n1,2,blue\n3,4,red\n");
  auto const rows = wf::data::read_csv<named>(f.path).value();
  CHECK(rows.column<1>()(0) == 2);
  CHECK(rows.column<1>()(1) == 0);
}

TEST_CASE("csv: every offender with its line and column") {
  CHECK(complaint<ids>("1,2,0\n1,2\n3,4,5,6\n").find("line 2 has 2 fields, not 3, line 3 has 4") != std::string::npos);
  CHECK(complaint<ids>("1,2,0\n1,x,1\n,4,1\n").find("line 2 column 2 is 'x', line 3 column 1 is empty") !=
        std::string::npos);
  CHECK(complaint<named>("1,2,red\n1,2,pink\n").find("line 2 column 3 is 'pink'") != std::string::npos);
  auto const text = complaint<ids>("a,b,c\n1,2,1\n1,2,3\n1,2,2\n");
  CHECK(text.find("[WF801]") != std::string::npos);
  CHECK(text.find("line 3 column 3 is 3") != std::string::npos);
  CHECK(text.find("red to blue") != std::string::npos);
  CHECK(text.find("1-based") != std::string::npos);
  CHECK(complaint<ids>("1,nan,0\n").find("line 1 column 2 is nan") != std::string::npos);
}

TEST_CASE("csv: what is no readable file is an error at once") {
  CHECK(std::string(wf::data::read_csv<ids>("/nowhere/x.csv").error().what()).find("[WF830]") == 0);
  CHECK(std::string(wf::data::read_csv<ids>("/tmp").error().what()).find("directory") != std::string::npos);
  CHECK(complaint<ids>("").find("holds no rows") != std::string::npos);
  CHECK(complaint<ids>("a,b,c\n").find("holds no rows") != std::string::npos);
  std::string const fifo = "/tmp/wellformed-fifo-" + std::to_string(::getpid());
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(std::string(wf::data::read_csv<ids>(fifo).error().what()).find("no regular file") != std::string::npos);
  ::unlink(fifo.c_str());
  file const f("1,2,0\n");
  CHECK(std::string(wf::data::read_csv<ids>(f.path, {.memory_budget = 3}).error().what()).find("[WF834]") == 0);
}
