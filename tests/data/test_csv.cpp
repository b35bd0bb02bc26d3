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
std::string complaint(std::string const& text, wf::data::csv_options const& options = {}) {
  file const f(text);
  auto const got = wf::data::read_csv<Schema>(f.path, options);
  REQUIRE_FALSE(got.has_value());
  return got.error().what();
}

}  // namespace

TEST_CASE("csv: numbers, header, CRLF, byte order mark, blank lines, missing last newline") {
  for (auto const* text : {"1,2,0\n3,4.5,2\n", "a,b,c\n1,2,0\n3,4.5,2",
                           "\xEF\xBB\xBF"
                           "1,2,0\r\n\r\n3,4.5,2\r\n",
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
  CHECK(complaint<ids>("1,2,0\n1,2\n3,4,5,6\n").find("line 2 has 2 fields, not 3, line 3 has 4") !=
        std::string::npos);
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
  CHECK(std::string(wf::data::read_csv<ids>(fifo).error().what()).find("no regular file") !=
        std::string::npos);
  ::unlink(fifo.c_str());
  file const f("1,2,0\n");
  CHECK(std::string(wf::data::read_csv<ids>(f.path, {.memory_budget = 3}).error().what()).find("[WF834]") ==
        0);
}

TEST_CASE("csv: a header is a line without data; anything between is an error") {
  using wf::data::header_row;
  CHECK(complaint<ids>("?,2,0\n3,4,1\n").find("line 1 column 1 is '?'") != std::string::npos);
  CHECK(complaint<ids>("?,2,0\n3,4,1\n").find("csv_options::header") != std::string::npos);
  CHECK(complaint<named>("?,?,red\n3,4,blue\n").find("line 1 column 1 is '?'") != std::string::npos);
  file const numbered("0,1,2\n3,4,1\n");
  CHECK(wf::data::read_csv<ids>(numbered.path).value().rows() == 2);
  CHECK(wf::data::read_csv<ids>(numbered.path, {.header = header_row::present}).value().rows() == 1);
  CHECK(complaint<ids>("a,b,c\n1,2,0\n", {.header = header_row::absent}).find("3 offences") !=
        std::string::npos);
  CHECK(complaint<ids>("a,b\n1,2,0\n").find("line 1 has 2 fields, not 3") != std::string::npos);
  using names_only = wf::data::columns<wf::named_class<colour>, wf::named_class<colour>>;
  CHECK(complaint<names_only>("top,bottom\nred,blue\n").find("[WF835]") == 0);
  file const two("top,bottom\nred,blue\n");
  CHECK(wf::data::read_csv<names_only>(two.path, {.header = header_row::present}).value().rows() == 1);
}

TEST_CASE("csv: a first line that may be a header or a row") {
  using wf::data::header_row;
  using wide = wf::data::columns<wf::features<4>, wf::class_index<colour>>;
  auto const has = [](std::string const& text, char const* words) {
    INFO(text);
    CHECK(text.find(words) != std::string::npos);
  };
  has(complaint<wide>("0,1,2,3,4\n5,5,5,5,1\n"), "[WF835]");
  has(complaint<wide>("1,2,3,4,5\n5,5,5,5,1\n"), "counts from 1 to 5");
  file const counted("0,1,2,3,4\n5,5,5,5,1\n"), row("1,2,3,4,1\n");
  CHECK(wf::data::read_csv<wide>(counted.path, {.header = header_row::present}).value().rows() == 1);
  CHECK(wf::data::read_csv<wide>(row.path).value().rows() == 1);
  has(complaint<wide>("NA,N/A,null,,\n5,5,5,5,1\n"), "line 1 column 1 is 'NA'");
  auto const far = complaint<wide>("1,2,1e400,4,1\n1,2,3,-1e999,1\n");
  has(far, "[WF853]");
  has(far, "line 1 column 3 is '1e400'");
  has(far, "line 2 column 4 is '-1e999'");
}

TEST_CASE("csv: mismatches of all columns are reported at once") {
  using wide = wf::data::columns<wf::pixels<2>, wf::class_index<colour>>;
  auto const text = complaint<wide>("1,2\n1,x,0\n300,4,1\n5,6,7\n");
  for (auto const* part : {"[WF831]", "line 1 has 2 fields", "\n[WF832]", "line 2 column 2 is 'x'",
                           "\n[WF804]", "line 3 column 1 is 300", "\n[WF801]", "line 4 column 3 is 7"}) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("csv: pixels are scaled once, exactly") {
  using image = wf::data::columns<wf::pixels<2, 16>, wf::class_index<colour>>;
  file const f("0,16,0\n8,4,1\n");
  auto const rows = wf::data::read_csv<image, double>(f.path).value();
  CHECK(rows.column<0>()(0, 1) == 1);
  CHECK(rows.column<0>()(1, 0) == 0.5);
  CHECK(complaint<image>("0,0.5,0\n0.25,1,1\n").find("[WF809]") == 0);
  CHECK(complaint<image>("0,17,0\n").find("pixels<N, Max>") != std::string::npos);
}

TEST_CASE("csv: every kind of column") {
  struct mood : wf::label_set<2> {};
  using all =
      wf::data::columns<wf::features<1>, wf::binary<mood>, wf::multi_hot<colour>, wf::regression<2>,
                        wf::signed_label, wf::one_hot<colour>, wf::class_probs<colour>, wf::token_id<colour>>;
  file const f("0.5,1,1,0,1,2.5,-3,-1,0,1,0,0.25,0.5,0.25,2\n");
  auto const rows = wf::data::read_csv<all>(f.path).value();
  CHECK(rows.column<1>()(0) == 1);
  CHECK(rows.column<2>()(0, 2) == 1);
  CHECK(rows.column<3>()(0, 1) == -3);
  CHECK(rows.column<4>()(0) == -1);
  CHECK(rows.column<5>()(0, 1) == 1);
  CHECK(rows.column<6>()(0, 1) == 0.5f);
  CHECK(rows.column<7>()(0) == 2);
  CHECK(complaint<all>("0.5,1,1,0,1,2.5,-3,-1,1,1,0,0.25,0.5,0.75,2\n").find("line 1 sums to 2") !=
        std::string::npos);
}

TEST_CASE("csv: the order of classes is compared by name") {
  using labels = wf::data::columns<wf::features<1>, wf::one_hot<colour>>;
  file const good("x,red,green,blue\n1,0,1,0\n");
  CHECK(wf::data::read_csv<labels>(good.path).has_value());
  auto const text = complaint<labels>("x,red,blue,green\n1,0,1,0\n");
  CHECK(text.find("[WF814]") == 0);
  CHECK(
      text.find("order of the file and of the label set differ at position 1: 'blue' in the file, 'green'") !=
      std::string::npos);
  file const other("x,a,b,c\n1,0,1,0\n");
  CHECK(wf::data::read_csv<labels>(other.path).has_value());
  CHECK(wf::data::same_classes<colour>({"red", "green", "blue"}, "classes.txt").has_value());
  CHECK(std::string(wf::data::same_classes<colour>({"red", "green", "bleu"}, "classes.txt").error().what())
            .find("[WF814] classes.txt: the class names") == 0);
  CHECK(std::string(wf::data::same_classes<colour>({"red"}, "classes.txt").error().what()).find("[WF807]") ==
        0);
}

TEST_CASE("csv: an empty line of one column is a missing value") {
  using one = wf::data::columns<wf::features<1>>;
  CHECK(complaint<one>("1\n\n3\n").find("line 2 column 1 is empty") != std::string::npos);
}

TEST_CASE("csv: quotes and other separators") {
  file const f("\"a \"\"b\"\"\";x;y\n1;2;\"0\"\n");
  CHECK(wf::data::read_csv<ids>(f.path, {.separator = ';'}).value().rows() == 1);
}

TEST_CASE("csv: RFC 4180: line ends and separators inside of quotes, and lines are counted on") {
  file const f("x,\"y,\nin metres\",c\r\n1,2,0\r\n\"3\",4,1\r\n");
  CHECK(wf::data::read_csv<ids>(f.path).value().rows() == 2);
  CHECK(complaint<ids>("x,\"y\nz\",c\n1,?,0\n").find("line 3 column 2 is '?'") != std::string::npos);
}

TEST_CASE("csv: what is no CSV") {
  using wf::data::csv_options;
  struct malformed {
    char const* text;
    char const* error;
    csv_options options = {};
  };
  malformed const cases[] = {
      {"1,2,0\n1,\"2,0\n3,4,1\n", "[WF846] FILE: line 2 column 2: a quote is opened here and never closed"},
      {"1,2,\"", "[WF846] FILE: line 1 column 3: a quote is opened here and never closed"},
      {"1,2,\"\"\"", "[WF846] FILE: line 1 column 3: a quote is opened here and never closed"},
      {"1,\"2\"2,0\n",
       "[WF846] FILE: line 1 column 2: something stands behind the closing quote; double a quote inside of a "
       "field"},
      {"1,\"2\" ,0\n",
       "[WF846] FILE: line 1 column 2: something stands behind the closing quote; double a quote inside of a "
       "field"},
      {"a,b,c\n1,2\"x\",0\n",
       "[WF846] FILE: line 2 column 2: a quote inside of an unquoted field; quote the field and double the "
       "quote"},
      {"1, \"2\",0\n",
       "[WF846] FILE: line 1 column 2: a quote inside of an unquoted field; quote the field and double the "
       "quote"},
      {"\xFF\xFE"
       "1,2",
       "[WF838] FILE: byte 0: is text in UTF-16; save it as UTF-8"},
      {"\xFE\xFF"
       "1,2",
       "[WF838] FILE: byte 0: is text in UTF-16; save it as UTF-8"},
      {"\x1F\x8B\x08", "[WF838] FILE: byte 0: is packed by gzip; unpack it"},
      {"1,2,0\n1,2.000000000000000,0\n",
       "[WF847] FILE: line 2 has more than 12 bytes; is a quote missing, or a line end? if not, raise "
       "csv_options::line_budget",
       {.line_budget = 12}},
      {"1,2,0\n1,\"2\n\n\n\n\n\n\n\n\n\n\n\n,0\n",
       "[WF847] FILE: line 2 has more than 12 bytes; is a quote missing, or a line end? if not, raise "
       "csv_options::line_budget",
       {.line_budget = 12}},
      {"1,2,0\n1,2,0\n1,2,0\n",
       "[WF834] FILE: the numbers take more than the memory budget of 40 bytes; raise memory_budget of the "
       "options",
       {.memory_budget = 40}},
      {"1,2,0\n1,2,0\n",
       "[WF834] FILE: has 12 bytes, the memory budget is 11; raise memory_budget of the options",
       {.memory_budget = 11}},
      {"\n\n\n", "[WF830] FILE: holds no rows"},
      {"1,2,0\r3,4,1\r",
       "[WF831] FILE: lines with another number of fields than the schema has; 1 offence: line 1 has 5 "
       "fields, not 3"},
  };
  for (auto const& [text, error, options] : cases) {
    file const f(text);
    std::string wanted = error;
    wanted.replace(wanted.find("FILE"), 4, f.path);
    auto const got = wf::data::read_csv<ids>(f.path, options);
    REQUIRE_FALSE(got.has_value());
    CHECK(std::string(got.error().what()) == wanted);
  }
}
