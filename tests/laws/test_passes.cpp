// SPDX-License-Identifier: Apache-2.0
// Laws of the operations with a pass of their own, and the registry: an operation of op/ without a law is an
// error.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <wellformed/op/assume.hpp>
#include <wellformed/op/broadcast.hpp>
#include <wellformed/op/cast.hpp>
#include <wellformed/op/gather.hpp>
#include <wellformed/op/label.hpp>
#include <wellformed/op/masked_fill.hpp>
#include <wellformed/op/matmul.hpp>
#include <wellformed/op/reduce.hpp>
#include <wellformed/op/relabel.hpp>
#include <wellformed/op/slice.hpp>
#include <wellformed/op/softmax.hpp>

#include "leaf.hpp"

namespace {

namespace wf = wellformed;
using wf::index_t;

struct three : wf::label_set<3> {};
struct swapped {
  static constexpr index_t to[3] = {2, 0, 1};
};
struct rows;
struct key;
struct other;
using batch = wf::batch<rows, 2, 64>;
using cube = wf::tensor<double, wf::real, wf::axes<batch, wf::axis<key, 4>, wf::classes<three>>>;
using matrix = wf::tensor<double, wf::real, wf::axes<wf::axis<key, 4>, wf::classes<three>>>;
using row = wf::tensor<double, wf::real, wf::axes<wf::axis<key, 4>>>;
using weight = wf::tensor<double, wf::real, wf::axes<wf::classes<three>, wf::dim<5>>>;
using other_cube = wf::tensor<double, wf::real, wf::axes<batch, wf::axis<other, 2>, wf::axis<key, 4>>>;
using column = wf::tensor<double, wf::real, wf::axes<batch, wf::dim<1>>>;

template <class T>
T const& sample() {
  static T const x = [] {
    typename T::extents_type extents{};
    [&]<class... A>(wf::axes<A...>) {
      std::size_t i = 0;
      ((extents[i++] = wf::is_static_axis<A> ? A::min : index_t{5}), ...);
    }(typename T::axes_type{});
    return laws::random_tensor<T>(extents, 17, -2, 2, 9);
  }();
  return x;
}

/// Error of the gradient of f at a sample of type T.
template <class T, class F>
double slope_error(F const& f) {
  return laws::gradient_error(f, sample<T>());
}

auto mask() {
  auto m = wf::tensor<bool, wf::drop_mask, cube::axes_type>::uninitialised(sample<cube>().extents());
  for (index_t i = 0; i < m.size(); ++i) m.unchecked_data()[i] = i % 3 == 1;
  return m;
}
auto order() {
  auto at = wf::tensor<std::int32_t, wf::index_into<batch>, wf::axes<batch>>::uninitialised({7});
  for (int i = 0; i < 7; ++i) at.unchecked_data()[i] = (i * 3) % 5;
  return at;
}
auto ids() {
  auto y = wf::tensor<std::int64_t, wf::class_index<three>, wf::axes<batch>>::uninitialised({5});
  for (int i = 0; i < 5; ++i) y.unchecked_data()[i] = (i * 2) % 3;
  return y;
}

template <class A, class B>
double distance(A const& a, B const& b) {
  if (a.size() != b.size()) return INFINITY;
  double worst = 0;
  for (index_t i = 0; i < a.size(); ++i) {
    worst = std::fmax(worst, std::fabs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i])));
  }
  return worst;
}

double argmax_error() {
  auto const at = wf::argmax<three>(wf::to_one_hot<double>(ids()));
  auto const along_classes = wf::argmax(wf::to_one_hot<double>(ids()));
  return distance(at, ids()) + distance(along_classes, ids());
}
double relabel_error() {
  auto const there = wf::relabel<three>(ids(), swapped{});
  auto const twice = wf::relabel<three>(there, swapped{});
  return distance(wf::relabel<three>(twice, swapped{}), ids()) + (distance(there, ids()) > 0 ? 0 : 1);
}
double invert_error() {
  auto const m = mask();
  return distance(wf::invert(wf::invert(m)), m) + (distance(wf::invert(m), m) == 1 ? 0 : 1);
}
double smooth_error() {
  auto const y = wf::eval(wf::smooth(wf::to_one_hot<double>(ids()), 0.3));
  auto const sums = wf::sum<three>(y);
  double worst = std::fabs(y(0, 0) - 0.8) + std::fabs(y(0, 1) - 0.1);
  for (index_t i = 0; i < 5; ++i) worst = std::fmax(worst, std::fabs(sums(i) - 1));
  return worst;
}
double mixup_error() {
  auto const a = wf::to_one_hot<double>(ids());
  auto const b = wf::to_one_hot<double>(wf::relabel<three>(ids(), swapped{}));
  auto const y = wf::eval(wf::mixup(a, b, 0.25));
  return std::fabs(y(0, 0) - 0.25) + std::fabs(y(0, 2) - 0.75) + std::fabs(y(0, 1));
}

#define ON(Call) [](auto&& x) { return Call(std::forward<decltype(x)>(x)); }
#define WITH(...) [](auto&& x) { return __VA_ARGS__; }
#define X std::forward<decltype(x)>(x)

struct law {
  char const* name;
  double (*error)();
};
law const all_laws[] = {
    {"softmax", [] { return slope_error<cube>(ON(wf::softmax)); }},
    {"softmax", [] { return slope_error<cube>(ON(wf::softmax<key>)); }},
    {"log_softmax", [] { return slope_error<cube>(ON(wf::log_softmax)); }},
    {"log_softmax", [] { return slope_error<matrix>(ON(wf::log_softmax<key>)); }},
    {"sum", [] { return slope_error<cube>(ON(wf::sum<key>)); }},
    {"sum", [] { return slope_error<cube>(ON(wf::sum<rows>)); }},
    {"mean", [] { return slope_error<cube>(ON(wf::mean<three>)); }},
    {"max", [] { return slope_error<cube>(ON(wf::max<key>)); }},
    {"variance", [] { return slope_error<cube>(WITH(wf::variance<key>(X, wf::unbiased{}))); }},
    {"variance", [] { return slope_error<cube>(WITH(wf::variance<rows>(X, wf::biased{}))); }},
    {"sum_all", [] { return slope_error<matrix>(ON(wf::sum_all)); }},
    {"mean_all", [] { return slope_error<matrix>(ON(wf::mean_all)); }},
    {"matmul", [] { return slope_error<cube>(WITH(wf::matmul(X, sample<weight>()))); }},
    {"matmul", [] { return slope_error<weight>(WITH(wf::matmul(sample<cube>(), X))); }},
    {"matmul", [] { return slope_error<cube>(WITH(wf::matmul<key>(X, sample<matrix>()))); }},
    {"matmul", [] { return slope_error<other_cube>(WITH(wf::matmul<rows>(sample<cube>(), X))); }},
    {"broadcast_like",
     [] { return slope_error<row>(WITH(wf::broadcast_like(X, sample<cube>()) * sample<cube>())); }},
    {"broadcast_like", [] { return slope_error<matrix>(WITH(wf::broadcast_like(X, sample<cube>()))); }},
    {"permute", [] { return slope_error<cube>(ON((wf::permute<rows, three, key>))); }},
    {"merge_axes", [] { return slope_error<cube>(ON((wf::merge_axes<key, three>))); }},
    {"split_axis", [] { return slope_error<cube>(ON((wf::split_axis<key, wf::dim<2>, wf::dim<2>>))); }},
    {"flatten", [] { return slope_error<cube>(ON(wf::flatten)); }},
    {"squeeze", [] { return slope_error<column>(ON(wf::squeeze<wf::dim<1>>)); }},
    {"unsqueeze", [] { return slope_error<cube>(ON(wf::unsqueeze<wf::dim<1>>)); }},
    {"slice", [] { return slope_error<cube>(ON((wf::slice<key, 1, 2>))); }},
    {"slice", [] { return slope_error<cube>(ON((wf::slice<rows, 1, 1>))); }},
    {"concat", [] { return slope_error<cube>(WITH(wf::concat<key>(X, sample<cube>()))); }},
    {"concat", [] { return slope_error<cube>(WITH(wf::concat<three>(sample<cube>(), X))); }},
    {"gather", [] { return slope_error<cube>(WITH(wf::gather<rows>(X, order()))); }},
    {"masked_fill", [] { return slope_error<cube>(WITH(wf::masked_fill(X, mask(), 0.5))); }},
    {"assume_logits", [] { return slope_error<cube>(ON(wf::assume_logits)); }},
    {"assume_simplex", [] { return slope_error<cube>(ON(wf::assume_simplex)); }},
    {"cast", [] { return distance(wf::cast<double>(wf::cast<float>(sample<cube>())), sample<cube>()) / 4; }},
    {"round_to",
     [] { return distance(wf::round_to<std::int32_t>(sample<cube>()), sample<cube>()) > 0.5 ? 1.0 : 0.0; }},
    {"argmax", argmax_error},
    {"to_one_hot", argmax_error},
    {"relabel", relabel_error},
    {"invert", invert_error},
    {"smooth", smooth_error},
    {"mixup", mixup_error},
};

#undef ON
#undef WITH
#undef X

/// Functions that a header of op/ offers in namespace wellformed: `auto name(` at the beginning of a line.
std::set<std::string> offered(std::filesystem::path const& header) {
  std::set<std::string> names;
  std::ifstream file(header);
  bool ours = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("namespace ", 0) == 0) ours = line == "namespace wellformed {";
    if (line.rfind("}  // namespace ", 0) == 0) ours = true;  // of an inner one, or the file ends
    auto const end = line.find('(');
    if (!ours || line.rfind("auto ", 0) != 0 || end == std::string::npos) continue;
    auto const name = line.substr(5, end - 5);
    if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string::npos)
      names.insert(name);
  }
  return names;
}

}  // namespace

TEST_CASE("every pass obeys its law") {
  for (auto const& each : all_laws) {
    CAPTURE(each.name);
    CHECK(each.error() <= 1e-7);
  }
}

TEST_CASE("every operation of op/ has a law") {
  std::set<std::string> registered;
  for (auto const& each : all_laws) registered.insert(each.name);
  std::filesystem::path const folder = std::filesystem::path(WELLFORMED_SOURCE) / "include/wellformed/op";
  int operations = 0;
  for (auto const& header : std::filesystem::directory_iterator(folder)) {
    for (auto const& name : offered(header.path())) {
      CAPTURE(header.path().filename().string());
      CAPTURE(name);
      CHECK(registered.count(name) == 1);
      ++operations;
    }
  }
  CHECK(operations >= 25);
}
