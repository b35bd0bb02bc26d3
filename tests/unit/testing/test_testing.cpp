// SPDX-License-Identifier: Apache-2.0
// The tools for users' tests: each says yes to a healthy model and names what is wrong with a sick one.
#include <doctest/doctest.h>

#include <sstream>

#include <wellformed/testing.hpp>
#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
namespace wt = wellformed::testing;

namespace {

struct sign : wf::label_set<3> {};
struct here;
template <class E>
using rows = wf::tensor<E, wf::real, wf::axes<wf::batch<here, 1, 8>, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<sign>, wf::axes<wf::batch<here, 1, 8>>>;

template <class E>
struct examples {
  rows<E> x = rows<E>::uninitialised({6, 4});
  labels y = labels::uninitialised({6});
  examples() {
    for (int i = 0; i < 24; ++i) x.unchecked_data()[i] = static_cast<E>((i * 7 % 11) - 5) / E(4);
    for (int i = 0; i < 6; ++i) y.unchecked_data()[i] = i % 3;
  }
};

template <class E>
auto net_of() {
  auto net = wf::nn::sequential<E>(wf::nn::linear<4, 16>(), wf::nn::tanh(), wf::nn::linear<16, sign>());
  wf::nn::initialise(net, wf::seed{3});
  return net;
}

auto const loss_of = [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); };

}  // namespace

TEST_CASE("a healthy step lowers the loss and changes each parameter") {
  examples<float> b;
  auto net = net_of<float>();
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto step = wf::train::step(net, opt, loss_of);
  CHECK(wt::step_lowers_loss(step, b));
  CHECK(wt::step_changes_parameters(step, b));
}

TEST_CASE("a step that goes too far does not lower the loss") {
  examples<float> b;
  auto net = net_of<float>();
  auto opt = wf::optim::sgd(net, {.lr = 1000});
  auto step = wf::train::step(net, opt, loss_of);
  auto const said = wt::step_lowers_loss(step, b);
  CHECK(!said);
  CHECK(said.text().find("did not lower the loss") != std::string::npos);
}

TEST_CASE("a parameter that nothing reaches is named") {
  examples<float> b;
  for (int i = 0; i < 24; ++i) b.x.unchecked_data()[i] = 0;  // the first weights have no slope
  auto net = net_of<float>();
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto step = wf::train::step(net, opt, loss_of);
  auto const said = wt::step_changes_parameters(step, b);
  CHECK(!said);
  std::ostringstream printed;
  printed << said;
  CHECK(printed.str().find("did not change the parameter 0.weight") != std::string::npos);
}

TEST_CASE("gradients hold in float and double") {
  examples<float> b;
  auto net = net_of<float>();
  CHECK(wt::gradients_hold(net, loss_of, b));
  examples<double> c;
  auto wide = net_of<double>();
  CHECK(wt::gradients_hold(wide, loss_of, c));
  CHECK(wt::gradients_hold(wide, loss_of, c, {.tolerance = 1e-7, .most = 3}));
}

TEST_CASE("a gradient that is not that of the loss is shown") {
  examples<double> b;
  auto net = net_of<double>();
  int calls = 0;
  auto const other_later = [&](auto& n, auto& batch) {
    auto x = batch.x;
    return wf::cross_entropy(n.train(x * (calls++ == 0 ? 1.01 : 1.0)), batch.y);
  };
  auto const said = wt::gradients_hold(net, other_later, b);
  CHECK(!said);
  CHECK(said.text().find("the gradient of 0.weight number 0: backward() says") == 0);
}

TEST_CASE("what compiles and what does not, as concepts") {
  using net = decltype(net_of<float>());
  using scores = wf::tensor<float, wf::real, wf::axes<wf::batch<here, 1, 8>, wf::classes<sign>>>;
  using shares = wf::tensor<float, wf::simplex, wf::axes<wf::batch<here, 1, 8>, wf::classes<sign>>>;
  using wide = wf::tensor<float, wf::real, wf::axes<wf::batch<here, 1, 8>, wf::dim<5>>>;
  static_assert(wt::AcceptsTraining<net, rows<float>> && wt::AcceptsEvaluation<net, rows<float>>);
  static_assert(!wt::AcceptsTraining<net, wide> && !wt::AcceptsEvaluation<net, labels>);
  static_assert(wt::RefusesTraining<net, rows<double>, 504> && wt::RefusesEvaluation<net, labels, 205>);
  static_assert(wt::AcceptsLoss<wf::losses::cross_entropy, scores, labels>);
  static_assert(wt::AcceptsLoss<wf::losses::cross_entropy, scores, labels, wf::label_smoothing>);
  static_assert(wt::RefusesLoss<wf::losses::cross_entropy, shares, labels, 101>);
  static_assert(!wt::RefusesLoss<wf::losses::cross_entropy, shares, labels, 102>);
  static_assert(wt::AcceptsMetric<scores, labels> && !wt::RefusesMetric<scores, labels, 231>);
  static_assert(wt::RefusesMetric<scores, rows<float>, 231> || !wt::AcceptsMetric<scores, rows<float>>);
  CHECK(true);
}
