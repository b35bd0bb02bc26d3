// SPDX-License-Identifier: Apache-2.0
// What a run prints and writes: epochs, weighted means, progress on a terminal and elsewhere, files, errors.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <wellformed/train/run.hpp>

namespace wf = wellformed;
using wf::index_t;
using wf::train::display;

namespace {

struct animal : wf::label_set<3> {
  static constexpr char const* names[3] = {"cat", "dog", "eel"};
};

std::string const folder = (std::filesystem::temp_directory_path() / "wellformed-test-run").string();

std::string read(std::string const& name) {
  std::ifstream file(name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t count_of(std::string const& text, std::string const& word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// What `action` writes to standard output.
std::string printed(auto&& action) {
  auto const name = folder + ".out";
  std::fflush(stdout);
  int const saved = dup(STDOUT_FILENO);
  std::FILE* file = std::fopen(name.c_str(), "w");
  dup2(fileno(file), STDOUT_FILENO);
  action();
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  std::fclose(file);
  return read(name);
}

int code_of(auto&& action) {
  try {
    action();
  } catch (wf::error const& problem) {
    return problem.code();
  }
  return 0;
}

wf::optim::step_result step_of(index_t number, double loss, index_t rows) {
  return wf::optim::step_figures{number, loss, static_cast<double>(rows), rows, 1e-3, 1, false};
}

struct counted_loader : std::vector<index_t> {
  using std::vector<index_t>::vector;
  index_t batches() const { return static_cast<index_t>(size()); }
};

/// Two epochs over batches of 64 and of 16 rows.
void train_twice(display how) {
  counted_loader loader{64, 16};
  wf::train::run run(folder, how);
  index_t number = 0;
  for (auto& rows : run.epochs(loader, 2)) run.log(step_of(++number, rows == 64 ? 1.0 : 2.0, rows));
}

}  // namespace

TEST_CASE("epochs yields the loader's batches, epoch by epoch") {
  std::vector<int> loader{1, 2, 3}, seen;
  printed([&] {
    wf::train::run run(folder);
    for (auto& b : run.epochs(loader, 2)) seen.push_back(b);
  });
  CHECK(seen == std::vector<int>{1, 2, 3, 1, 2, 3});
}

TEST_CASE("elsewhere than on a terminal there are few plain lines") {
  auto const text = printed([] { train_twice(display::automatic); });
  CHECK(count_of(text, "\n") == 3);  // heading and two epochs
  CHECK(text.find('\r') == std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("rows/s") != std::string::npos);
  CHECK(text.find("1.20000") != std::string::npos);  // (64 * 1 + 16 * 2) / 80, not 1.5
}

TEST_CASE("on a terminal the line rewrites itself") {
  setenv("COLUMNS", "50", 1);
  auto const narrow = printed([] { train_twice(display::terminal); });
  CHECK(narrow.find("[=") == std::string::npos);
  CHECK(narrow.find("50 %") != std::string::npos);
  setenv("COLUMNS", "200", 1);
  setenv("NO_COLOR", "1", 1);
  auto const plain = printed([] { train_twice(display::terminal); });
  unsetenv("NO_COLOR");
  auto const coloured = printed([] { train_twice(display::terminal); });
  CHECK(plain.find("\repoch 1/2 [==========          ]   50 %  loss 1.0000") != std::string::npos);
  CHECK(plain.find("left 0:0") != std::string::npos);
  CHECK(plain.find("\x1b[2m") == std::string::npos);
  CHECK(coloured.find("\x1b[2mepoch 1/2") != std::string::npos);
  CHECK(printed([] { train_twice(display::silent); }).empty());
  unsetenv("COLUMNS");
}

TEST_CASE("the folder holds log, epochs and curves") {
  train_twice(display::silent);
  auto const steps = read(folder + "/metrics.csv");
  CHECK(steps.rfind("epoch,step,loss,weight,rows,lr,gradient_norm,skipped,seconds\n1,1,1,64,64,0.001,1,0,",
                    0) == 0);
  CHECK(count_of(steps, "\n") == 5);
  auto const epochs = read(folder + "/epochs.csv");
  CHECK(count_of(epochs, "\n") == 3);
  CHECK(epochs.find("\n2,1.2,0.001,80,") != std::string::npos);
  auto const curves = read(folder + "/curves.svg");
  CHECK(curves.rfind("<svg", 0) == 0);
  CHECK(read(folder + "/report.html").find("<polyline") != std::string::npos);
  auto const lines = read(folder + "/log.jsonl");
  CHECK(lines.rfind(R"({"event":"step","epoch":1,"step":1,"loss":1,"weight":64,"rows":64,"lr":0.001,)", 0) ==
        0);
  CHECK(count_of(lines, "\n") == 6);
  CHECK(count_of(curves, "<polyline") == 2);
}

TEST_CASE("skipped steps stay out of the mean and are counted") {
  auto const text = printed([] {
    wf::train::run run(folder);
    run.begin_epoch();
    run.log(step_of(1, 3, 10));
    auto skipped = step_of(2, 0, 10).figures();
    skipped.skipped = true;
    run.log(skipped);
    run.end_epoch();
    skipped.loss = std::nan("");
    run.log(skipped);
  });
  CHECK(text.find("3.00000") != std::string::npos);
  CHECK(text.find("1 steps skipped") != std::string::npos);
  CHECK(read(folder + "/log.jsonl").find(R"("step":2,"loss":null,)") != std::string::npos);
  CHECK(read(folder + "/epochs.csv").find("\n2,,0.001,10,") != std::string::npos);
}

TEST_CASE("an open loop without epochs is one epoch") {
  auto const text = printed([] {
    wf::train::run run(folder);
    run.log(step_of(1, 0.5, 4));
  });
  CHECK(text.find("0.50000") != std::string::npos);
}

TEST_CASE("the report names classes, recall and accuracy") {
  using rows = wf::batch<struct here, 1, 9>;
  using scores = wf::tensor<float, wf::real, wf::axes<rows, wf::classes<animal>>>;
  auto y = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>::uninitialised({3});
  for (int i = 0; i < 3; ++i) y.unchecked_data()[i] = i == 2 ? 1 : i;
  wf::metrics::report<animal> report;
  report.confusion.add(scores::of({1, 0, 0, 0, 1, 0, 1, 0, 0}, {3, 3}), y);
  auto const text = printed([&] {
    wf::train::run run(folder);
    run.report(report);
  });
  CHECK(text.find("  cat  dog  eel   recall") != std::string::npos);
  CHECK(text.find("  dog    1    1    .    0.500") != std::string::npos);
  CHECK(text.find("  eel    .    .    .   no row") != std::string::npos);
  CHECK(text.find("test accuracy 0.667 (2 of 3 rows)\n") != std::string::npos);
  CHECK(read(folder + "/report.txt") == text);
  auto const page = read(folder + "/report.html");
  CHECK(page.find("dog taken for cat") != std::string::npos);
  CHECK(page.find("no row") != std::string::npos);
  CHECK(read(folder + "/log.jsonl").find(R"("confusion":[[0,0,1],[1,0,1],[1,1,1]])") != std::string::npos);
}

TEST_CASE("what cannot be written or trained is an error") {
  CHECK(code_of([] { wf::train::run run(""); }) == 840);
  CHECK(code_of([] { wf::train::run run("/proc/wellformed"); }) == 840);
  std::ofstream(folder + ".file") << "x";
  CHECK(code_of([] { wf::train::run run(folder + ".file"); }) == 840);
  wf::train::run run(folder, display::silent);
  std::vector<int> nothing, one{1};
  CHECK(code_of([&] {
          for ([[maybe_unused]] auto& b : run.epochs(nothing, 1)) {
          }
        }) == 842);
  CHECK(code_of([&] { run.epochs(one, 0); }) == 843);
}
