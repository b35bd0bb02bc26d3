// SPDX-License-Identifier: Apache-2.0
// Models: names of parameters, modes, running statistics, heads, ties, reuse.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
namespace nn = wf::nn;
using wf::index_t;
using namespace wf::literals;

namespace {

struct digit : wf::label_set<3> {};
struct breed : wf::label_set<4> {};
struct word : wf::label_set<5> {};
struct rows;
struct code;

template <index_t N, index_t Min = 2>
using matrix = wf::tensor<double, wf::real, wf::axes<wf::batch<rows, Min, 64>, wf::dim<N>>>;

template <class T>
T numbers(typename T::extents_type const& extents) {
  auto x = T::uninitialised(extents);
  for (index_t i = 0; i < x.size(); ++i) x.unchecked_data()[i] = std::sin(1.0 + 1.3 * static_cast<double>(i));
  return x;
}

template <class Net>
std::string names_of(Net const& net) {
  std::string names;
  nn::for_each_parameter(net, [&](char const* name, double const*, index_t count) {
    names += std::string(name) + ":" + std::to_string(count) + " ";
  });
  return names;
}

auto make_body() { return nn::sequential<double>(nn::linear<4, 6>(), nn::relu(), nn::linear<6, 3>()); }
struct named : decltype(make_body()){named() : decltype(make_body())(make_body()){}};

}  // namespace

TEST_CASE("parameters have PyTorch's names") {
  auto net =
      nn::sequential<double>(nn::linear<4, 6>(), nn::relu(), nn::tanh(),
                             nn::residual(nn::linear<6, 6>(nn::no_bias{}), nn::batch_norm<6>()),
                             nn::heads(nn::linear<6, 2>(), nn::sequential(nn::tanh(), nn::linear<6, 1>())));
  CHECK(names_of(net) ==
        "0.weight:24 0.bias:6 3.0.weight:36 3.1.weight:6 3.1.bias:6 4.0.weight:12 4.0.bias:2 4.1.1.weight:6 "
        "4.1.1.bias:1 ");
  nn::initialise(net, wf::seed{7});
  auto const weight = nn::parameter(net, "3.1.weight"_p);
  CHECK(weight.size() == 6);
  CHECK(weight.data()[0] == 1.0);
  auto const first = nn::parameter(net, "0.weight"_p);
  CHECK(first.rank == 2);
  CHECK(first.extent(0) == 6);
  CHECK(first.extent(1) == 4);
  CHECK(first.data() == net.numbers().parameters());
  index_t total = 0;
  nn::parameters(net).for_each([&](auto const& p) { total += p.size(); });
  CHECK(total == decltype(net)::parameter_count);
  std::string buffers;
  nn::for_each_buffer(net,
                      [&](char const* name, double const*, index_t) { buffers += std::string(name) + " "; });
  CHECK(buffers == "3.1.running_mean 3.1.running_var ");
}

TEST_CASE("tied parameters are listed once") {
  auto net = nn::sequential<double>(nn::tied<code>(nn::linear<3, 3>()), nn::tanh(),
                                    nn::tied<code>(nn::linear<3, 3>()), nn::linear<3, 2>());
  CHECK(names_of(net) == "0.weight:9 0.bias:3 3.weight:6 3.bias:2 ");
  CHECK(decltype(net)::parameter_count == 20);
  nn::initialise(net, wf::seed{1});
  CHECK(std::abs(nn::parameter(net, "0.weight"_p).data()[0]) <= 1 / std::sqrt(3.0));
  auto coder = nn::sequential<double>(nn::tied<code>(nn::linear<5, 2>()),
                                      nn::tied_transposed<code>(nn::linear<2, 5>()));
  CHECK(names_of(coder) == "0.weight:10 0.bias:2 1.bias:5 ");
}

TEST_CASE("initial values stay within PyTorch's bounds") {
  auto net = nn::sequential<double>(nn::linear<16, 50>(), nn::batch_norm<50>());
  nn::initialise(net, wf::seed{3});
  double least = 1, most = -1;
  for (double const v : nn::parameter(net, "0.weight"_p))
    least = std::min(least, v), most = std::max(most, v);
  CHECK(least >= -0.25);
  CHECK(least < -0.23);
  CHECK(most <= 0.25);
  CHECK(most > 0.23);
  for (double const v : nn::parameter(net, "1.bias"_p)) CHECK(v == 0.0);
  CHECK(net.numbers().buffers()[0] == 0.0);
  CHECK(net.numbers().buffers()[50] == 1.0);
}

TEST_CASE("running statistics move when a step commits, and only then") {
  auto net = nn::sequential<double>(nn::batch_norm<2>(0.25));
  nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto x = matrix<2>::of({1, 2, 3, 6}, {2, 2});
  auto const* running = net.numbers().buffers();
  {
    auto gradients = wf::loss_of(net.train(x)).backward();
    CHECK(running[0] == 0.0);
  }
  CHECK(running[0] == 0.0);
  CHECK(running[3] == 1.0);
  (void)net.eval(x);
  opt.step(wf::loss_of(net.train(x)).backward());
  CHECK(running[0] == doctest::Approx(0.25 * 2));
  CHECK(running[1] == doctest::Approx(0.25 * 4));
  CHECK(running[2] == doctest::Approx(0.75 + 0.25 * 2));
  CHECK(running[3] == doctest::Approx(0.75 + 0.25 * 8));
  auto const y = net.eval(matrix<2, 1>::of({0.5, 1}, {1, 2}));
  auto const* weight = net.numbers().parameters();
  CHECK(y(0, 0) == doctest::Approx(weight[2]));
}

TEST_CASE("training normalises the batch, evaluation by running statistics") {
  auto net = nn::sequential<double>(nn::batch_norm<2>());
  nn::initialise(net, wf::seed{1});
  auto const x = numbers<matrix<2>>({5, 2});
  auto const trained = net.train(x);
  double mean = 0;
  for (index_t i = 0; i < 5; ++i) mean += trained.value()(i, 0);
  CHECK(mean == doctest::Approx(0.0));
  auto const plain = net.eval(x);
  for (index_t i = 0; i < 5; ++i) CHECK(plain(i, 1) == doctest::Approx(x(i, 1) / std::sqrt(1 + 1e-5)));
}

TEST_CASE("static and run-time extents give the same numbers") {
  using fixed = wf::tensor<double, wf::real, wf::axes<wf::batch<rows, 4>, wf::dim<3>>>;
  auto net = nn::sequential<double>(nn::linear<3, 5>(), nn::batch_norm<5>(), nn::gelu(), nn::layer_norm<5>(),
                                    nn::linear<5, digit>(), nn::log_softmax());
  nn::initialise(net, wf::seed{9});
  auto const a = net.train(numbers<fixed>({4, 3}));
  auto const b = net.train(numbers<matrix<3>>({4, 3}));
  for (index_t i = 0; i < a.value().size(); ++i) CHECK(a.value().data()[i] == b.value().data()[i]);
}

TEST_CASE("dropout: identity in evaluation, new zeros after each step, the same after a refused one") {
  CHECK_THROWS_WITH_AS(nn::dropout(1.0), doctest::Contains("[WF520]"), wf::error);
  CHECK_THROWS_WITH_AS(nn::dropout(-0.1), doctest::Contains("[WF520]"), wf::error);
  CHECK_THROWS_WITH_AS(nn::dropout(std::nan("")), doctest::Contains("[WF520]"), wf::error);
  auto net = nn::sequential<double>(nn::dropout(0.5));
  nn::initialise(net, wf::seed{4});
  auto x = matrix<40>::uninitialised({50, 40});
  for (index_t i = 0; i < x.size(); ++i) x.unchecked_data()[i] = 1.0;
  CHECK(net.eval(x)(3, 3) == 1.0);
  auto draw = [&] {
    auto const y = net.train(x);
    return std::vector<double>(y.value().data(), y.value().data() + y.value().size());
  };
  auto const first = draw();
  double mean = 0;
  for (double const v : first) mean += v / static_cast<double>(first.size());
  CHECK(mean == doctest::Approx(1.0).epsilon(0.1));
  CHECK(draw() == first);
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  opt.step(wf::loss_of(net.train(x)).backward());
  CHECK(draw() != first);
}

TEST_CASE("heads: losses are added, a missed head is refused, evaluation gives a tuple") {
  auto net = nn::sequential<double>(nn::linear<4, 6>(), nn::relu(),
                                    nn::heads(nn::linear<6, digit>(), nn::linear<6, 1>()));
  nn::initialise(net, wf::seed{2});
  auto const x = numbers<matrix<4>>({3, 4});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const before = net.numbers().parameters()[0];
  {
    auto [a, b] = net.train(x);
    auto loss = wf::loss_of(wf::square(std::move(a)));
    CHECK_THROWS_WITH_AS((void)std::move(loss).backward(), doctest::Contains("[WF709]"), wf::error);
  }
  CHECK(net.numbers().parameters()[0] == before);
  auto [a, b] = net.train(x);
  opt.step((wf::loss_of(wf::square(std::move(a))) + wf::loss_of(wf::square(std::move(b)))).backward());
  auto const [c, d] = net.eval(x);
  CHECK(c.extents()[1] == 3);
  CHECK(d.extents()[1] == 1);
}

TEST_CASE("a named model works like the one it is made of") {
  named net;
  nn::initialise(net, wf::seed{5});
  auto opt = wf::optim::adamw(net, {.lr = 1e-2});
  auto const x = numbers<matrix<4>>({3, 4});
  double first = 0, last = 0;
  for (int i = 0; i < 50; ++i) {
    auto loss = wf::loss_of(wf::square(net.train(x)));
    (i == 0 ? first : last) = loss.item();
    opt.step(std::move(loss).backward());
  }
  CHECK(last < 0.2 * first);
  CHECK(net.eval(x).rows() == 3);
  auto copy = net.clone();
  copy.numbers().parameters()[0] += 1;
  CHECK(copy.numbers().parameters()[0] != net.numbers().parameters()[0]);
}

TEST_CASE("replace_head keeps the body and makes a new head") {
  auto net =
      nn::sequential<double>(nn::linear<4, 6>(), nn::batch_norm<6>(), nn::relu(), nn::linear<6, digit>());
  nn::initialise(net, wf::seed{2});
  auto const held = net.numbers().parameters()[5];
  net.numbers().buffers()[2] = 0.5;
  auto fine = nn::replace_head<breed>(std::move(net), wf::seed{8});
  CHECK(fine.numbers().parameters()[5] == held);
  CHECK(fine.numbers().buffers()[2] == 0.5);
  auto const y = fine.eval(numbers<matrix<4>>({3, 4}));
  static_assert(wf::axis_list::contains<decltype(y)::axes_type, wf::classes<breed>>);
  CHECK(nn::parameter(fine, "3.weight"_p).size() == 24);
}

TEST_CASE("an embedding reads ids; its gradient adds up repeated ones") {
  using ids = wf::tensor<std::int64_t, wf::token_id<word>, wf::axes<wf::batch<rows, 1, 8>, wf::dim<3>>>;
  auto net = nn::sequential<double>(nn::embedding<word, 2>(), nn::flatten(), nn::linear<6, digit>());
  nn::initialise(net, wf::seed{2});
  auto x = ids::uninitialised({2, 3});
  std::int64_t const values[] = {0, 4, 4, 2, 0, 1};
  for (index_t i = 0; i < 6; ++i) x.unchecked_data()[i] = values[i];
  auto gradients = wf::loss_of(wf::square(net.train(x)), wf::reduction::sum{}).backward();
  auto const* g = gradients.find(net.numbers().id())->values();
  auto* table = net.numbers().parameters();
  for (index_t i = 0; i < 10; ++i) {
    auto const value = [&] { return wf::loss_of(wf::square(net.eval(x)), wf::reduction::sum{}).total(); };
    double const was = table[i];
    table[i] = was + 1e-5;
    double const up = value();
    table[i] = was - 1e-5;
    double const slope = (up - value()) / 2e-5;
    table[i] = was;
    CHECK(g[i] == doctest::Approx(slope).epsilon(1e-6).scale(1));
  }
}

TEST_CASE("a model without values is refused") {
  auto net = make_body();
  CHECK_THROWS_WITH_AS((void)net.eval(numbers<matrix<4>>({3, 4})), doctest::Contains("[WF711]"), wf::error);
}

TEST_CASE("layers are not taken from a model that has values: they would stay behind") {
  auto body = wf::nn::sequential(wf::nn::linear<4, 3>(), wf::nn::relu());
  CHECK_NOTHROW((void)wf::nn::sequential(body, wf::nn::linear<3, 2>()));
  wf::nn::initialise(body, wf::seed{1});
  auto const refused = doctest::Contains("[WF746]");
  CHECK_THROWS_WITH_AS((void)wf::nn::sequential(body, wf::nn::linear<3, 2>()), refused, wf::error);
  CHECK_THROWS_WITH_AS((void)wf::nn::residual(wf::nn::linear<4, 4>(), body, wf::nn::linear<3, 4>()), refused,
                       wf::error);
  CHECK_THROWS_WITH_AS((void)wf::nn::heads(body, wf::nn::linear<4, 2>()), refused, wf::error);
}
