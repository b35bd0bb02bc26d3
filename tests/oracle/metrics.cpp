// SPDX-License-Identifier: Apache-2.0
// Prints what the metrics say of a file of rows: "score yes x0 x1 x2 class predicted quantity" each, in
// batches of 16.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct answer : wf::label_set<2> {};
struct animal : wf::label_set<3> {};
using rows = wf::batch<struct here, 1, 16>;
using scores = wf::tensor<double, wf::unit_interval, wf::axes<rows, wf::positive<answer>>>;
using answers = wf::tensor<std::int64_t, wf::binary<answer>, wf::axes<rows>>;
using logits = wf::tensor<double, wf::real, wf::axes<rows, wf::classes<animal>>>;
using animals = wf::tensor<std::int64_t, wf::class_index<animal>, wf::axes<rows>>;
using predictions = wf::tensor<double, wf::real, wf::axes<rows>>;
using quantities = wf::tensor<double, wf::regression<1>, wf::axes<rows>>;

struct row {
  double score, yes, x[3], id, predicted, quantity;
};

template <class T>
T column(std::vector<row> const& all, wf::index_t begin, wf::index_t size,
         typename T::extents_type const& extents, auto const& get) {
  auto t = T::uninitialised(extents);
  auto const width = t.size() / size;
  for (wf::index_t i = 0; i < t.size(); ++i) {
    auto const& from = all[static_cast<std::size_t>(begin + i / width)];
    t.unchecked_data()[i] = static_cast<typename T::element>(get(from, i % width));
  }
  return t;
}

int main(int, char** arguments) {
  std::FILE* file = std::fopen(arguments[1], "r");
  std::vector<row> all;
  row r;
  while (std::fscanf(file, "%lf %lf %lf %lf %lf %lf %lf %lf", &r.score, &r.yes, &r.x[0], &r.x[1], &r.x[2],
                     &r.id, &r.predicted, &r.quantity) == 8) {
    all.push_back(r);
  }
  std::fclose(file);
  wf::metrics::ranking<answer> ranking;
  wf::metrics::calibration<10> binary, multiclass;
  wf::metrics::confusion<animal> confusion;
  wf::metrics::regression_errors errors;
  auto const count = static_cast<wf::index_t>(all.size());
  for (wf::index_t i = 0; i < count; i += 16) {
    auto const n = count - i < 16 ? count - i : 16;
    auto const s = column<scores>(all, i, n, {n, 1}, [](row const& o, wf::index_t) { return o.score; });
    auto const y = column<answers>(all, i, n, {n}, [](row const& o, wf::index_t) { return o.yes; });
    auto const z = column<logits>(all, i, n, {n, 3}, [](row const& o, wf::index_t c) { return o.x[c]; });
    auto const k = column<animals>(all, i, n, {n}, [](row const& o, wf::index_t) { return o.id; });
    auto const p = column<predictions>(all, i, n, {n}, [](row const& o, wf::index_t) { return o.predicted; });
    auto const q = column<quantities>(all, i, n, {n}, [](row const& o, wf::index_t) { return o.quantity; });
    ranking.add(s, y);
    binary.add(s, y);
    multiclass.add(wf::softmax(z), k);
    confusion.add(z, k);
    errors.add(p, q);
  }
  std::printf("auroc %.17g\naverage_precision %.17g\n", ranking.auroc(), ranking.average_precision());
  std::printf("calibration_binary %.17g\ncalibration %.17g\n", binary.error(), multiclass.error());
  for (int c = 0; c < 3; ++c) {
    std::printf("precision%d %.17g\nrecall%d %.17g\nf1%d %.17g\n", c, confusion.precision(c).value(), c,
                confusion.recall(c).value(), c, confusion.f1(c).value());
  }
  std::printf("macro_f1 %.17g\nmse %.17g\nrmse %.17g\n", confusion.macro_f1(), errors.mse(), errors.rmse());
  std::printf("mae %.17g\nr2 %.17g\n", errors.mae(), errors.r2());
}
