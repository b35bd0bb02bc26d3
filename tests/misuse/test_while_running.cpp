// SPDX-License-Identifier: Apache-2.0
// Mistakes of the table that only a run can show: each is an error with its code, and the program goes on.
#include <doctest/doctest.h>

#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

namespace {

struct answer : wf::label_set<2> {
  static constexpr char const* names[] = {"no", "yes"};
};
struct rows;
using row = wf::batch<rows, 1, 8>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<2>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<answer>, wf::axes<row>>;

template <class F>
int code_of(F const& f) {
  try {
    f();
  } catch (wf::error const& e) {
    return e.code();
  }
  return 0;
}

auto some_net() {
  auto net = wf::nn::sequential(wf::nn::linear<2, answer>());
  wf::nn::initialise(net, wf::seed{1});
  return net;
}
labels ids(std::vector<int> const& values) {
  return wf::refine<labels>(values, {static_cast<wf::index_t>(values.size())}).value();
}

}  // namespace

TEST_CASE("an index beyond an axis, also one of one element") {
  auto const x = inputs::of({1, 2}, {1, 2});
  CHECK(code_of([&] { (void)x(0, 2); }) == 305);
  CHECK(code_of([&] { (void)x(1, 0); }) == 305);
  CHECK(code_of([&] { (void)x(0, -1); }) == 305);
}

TEST_CASE("rows and labels of different numbers") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2});
  CHECK(code_of([&] { (void)wf::cross_entropy(net.train(x), ids({0, 1, 1})); }) == 402);
}

TEST_CASE("a model without values, an unknown name, a label that was only assumed") {
  auto const empty = wf::nn::sequential(wf::nn::linear<2, answer>());
  auto const x = inputs::of({1, 2}, {1, 2});
  CHECK(code_of([&] { (void)empty.eval(x); }) == 711);

  std::ofstream("misuse-names.csv") << "1,2,yes\n3,4,perhaps\n";
  using schema = wf::data::columns<wf::features<2>, wf::named_class<answer>>;
  CHECK(wf::data::read_csv<schema>("misuse-names.csv").error().code() == 833);

  auto const assumed = wf::assume_in_range<labels>(std::vector<int>{7}, {1});
  auto net = some_net();
  CHECK(code_of([&] { (void)wf::cross_entropy(net.train(x), assumed); }) == 820);
  CHECK(code_of([&] { (void)wf::cross_entropy(net.train(x), ids({1})); }) == 0);
}

TEST_CASE("means of different counts do not accumulate after they were added") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2}), z = inputs::of({1, 2}, {1, 2});
  auto const both = [&] {
    return (wf::cross_entropy(net.train(x), ids({0, 1})) + wf::cross_entropy(net.train(z), ids({1})))
        .backward();
  };
  auto g = both();
  CHECK(code_of([&] { g += both(); }) == 705);
}

TEST_CASE("an infinite slope is found by the step, which writes nothing") {
  auto net = some_net();
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const x = inputs::of({0, 0}, {1, 2});
  auto const root = [&] { return wf::loss_of(wf::sqrt(wf::relu(net.train(x) * 0.0f))).backward(); };
  CHECK(code_of([&] { opt.step(root()); }) == 724);
  CHECK(opt.steps() == 0);
  auto const far = inputs::of({1e38f, 1e38f}, {1, 2});
  CHECK(code_of([&] { opt.step(wf::loss_of(wf::square(net.train(far))).backward()); }) == 723);
  opt.step(wf::cross_entropy(net.train(x), ids({1})).backward());
  CHECK(opt.steps() == 1);
}
