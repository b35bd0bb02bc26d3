// SPDX-License-Identifier: Apache-2.0
// Misuse that only run time can see, across the library: what was moved from, bad numbers, combinations of
// losses.
#include <doctest/doctest.h>

#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

namespace {

struct rows;
struct parity : wf::label_set<2> {};
using inputs = wf::tensor<float, wf::real, wf::axes<wf::batch<rows, 1, 4>, wf::dim<2>>>;

auto some_net() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 2>());
  wf::nn::initialise(net, wf::seed{1});
  return net;
}

}  // namespace

TEST_CASE("a tensor that was moved from") {
  auto x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto const y = std::move(x);
  CHECK(y(1, 1) == 4);
  CHECK_THROWS_WITH_AS((void)x(0, 0), doctest::Contains("[WF733] this tensor was moved from"), wf::error);
  CHECK_THROWS_WITH_AS((void)wf::eval(x * 2.0f), doctest::Contains("[WF733]"), wf::error);
  auto net = some_net();
  CHECK_THROWS_WITH_AS((void)net.eval(x), doctest::Contains("[WF733]"), wf::error);
  CHECK_THROWS_WITH_AS((void)net.train(x), doctest::Contains("[WF733]"), wf::error);
}

TEST_CASE("a model, an optimiser and a loader that were moved from") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto moved = std::move(net);
  CHECK(moved.eval(x).rows() == 2);
  CHECK_THROWS_WITH_AS((void)net.eval(x), doctest::Contains("[WF733] this model"), wf::error);
  CHECK_THROWS_WITH_AS(wf::nn::initialise(net, wf::seed{1}), doctest::Contains("[WF733]"), wf::error);
  CHECK_THROWS_WITH_AS((void)wf::optim::adam(net, {}), doctest::Contains("[WF733]"), wf::error);
  CHECK_THROWS_WITH_AS((void)net.clone(), doctest::Contains("[WF733]"), wf::error);
  auto other = std::move(opt);
  CHECK_THROWS_WITH_AS(opt.step(wf::loss_of(moved.train(x)).backward()), doctest::Contains("[WF733]"),
                       wf::error);
  CHECK(other.step(wf::loss_of(moved.train(x)).backward()).step() == 1);

  using schema = wf::data::columns<wf::features<1>, wf::class_index<parity>>;
  auto table = wf::data::from_memory<schema>(std::vector<float>{1, 2, 3}, std::vector<int>{0, 1, 0}).value();
  auto first = wf::data::loader<rows>(table, wf::batch_size<2>);
  auto second = std::move(first);
  CHECK(second.batches() == 2);
  CHECK_THROWS_WITH_AS((void)first.begin(), doctest::Contains("[WF733] this loader"), wf::error);
}

TEST_CASE("writing to a tensor does not reach the copies that share its elements") {
  auto x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto const y = x;
  x.mutable_data()[0] = 9;
  CHECK(x(0, 0) == 9);
  CHECK(y(0, 0) == 1);
}

TEST_CASE("layers check their numbers when they are made") {
  CHECK_THROWS_WITH_AS((void)wf::nn::batch_norm<4>(1.5),
                       doctest::Contains("[WF521] batch_norm: momentum is 1.5"), wf::error);
  CHECK_THROWS_WITH_AS((void)wf::nn::batch_norm<4>(0.1, -1), doctest::Contains("[WF521] batch_norm: eps"),
                       wf::error);
  CHECK_THROWS_WITH_AS((void)wf::nn::layer_norm<4>(0), doctest::Contains("[WF521] layer_norm: eps"),
                       wf::error);
  CHECK_THROWS_WITH_AS((void)wf::nn::leaky_relu(__builtin_nan("")), doctest::Contains("[WF521] leaky_relu"),
                       wf::error);
}

TEST_CASE("losses add, subtract and weigh") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto const one = [&] { return wf::loss_of(wf::square(net.train(x))); };
  double const v = one().item();
  CHECK((one() + one()).item() == doctest::Approx(2 * v));
  CHECK((one() - 0.25 * one()).item() == doctest::Approx(0.75 * v));
  CHECK((-one()).item() == doctest::Approx(-v));
  auto g = (one() - one()).backward();
  for (int i = 0; i < 6; ++i) CHECK(g.find(net.numbers().id())->values()[i] == doctest::Approx(0));
}

TEST_CASE("means that were scaled do not accumulate") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto const one = [&] { return wf::loss_of(wf::square(net.train(x))); };
  auto const added = [&](auto&& a, auto&& b) {
    auto g = std::move(a).backward();
    g += std::move(b).backward();
    return g.divisor();
  };
  CHECK_THROWS_WITH_AS((void)added(0.5 * one(), 0.5 * one()), doctest::Contains("[WF749]"), wf::error);
  CHECK_THROWS_WITH_AS((void)added(one(), 0.1 * one()), doctest::Contains("multiplied by 0.1"), wf::error);
  CHECK(added(one(), one()) == 8);
  CHECK(added(-one(), -one()) == 8);
  CHECK(added(0.5 * one() + 0.1 * one(), 0.5 * one() + 0.1 * one()) == 8);
  auto const sum = [&] { return 0.5 * wf::loss_of(wf::square(net.train(x)), wf::reduction::sum{}); };
  CHECK(added(sum(), sum()) == 1);
}

TEST_CASE("ratios add by their counts") {
  wf::metrics::ratio const a{1, 2}, b{1, 8};
  CHECK((a + b).value() == 0.2);
  CHECK(a > 0.4);
  static_assert(!std::is_convertible_v<wf::metrics::ratio, double>);
}

TEST_CASE("a cosine schedule that is over does not train on silently") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  opt.schedule(wf::optim::cosine{.total_steps = 2});
  for (int i = 0; i < 2; ++i) opt.step(wf::loss_of(wf::square(net.train(x))).backward());
  CHECK_THROWS_WITH_AS(opt.step(wf::loss_of(wf::square(net.train(x))).backward()),
                       doctest::Contains("counts steps"), wf::error);
}

TEST_CASE("backward after a step would mix old and new weights") {
  auto net = some_net();
  auto const x = inputs::of({1, 2, 3, 4}, {2, 2});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto first = wf::loss_of(wf::square(net.train(x)));
  auto second = wf::loss_of(wf::square(net.train(x)));
  opt.step(std::move(first).backward());
  CHECK_THROWS_WITH_AS((void)std::move(second).backward(), doctest::Contains("[WF739] backward()"),
                       wf::error);

  auto stale = wf::loss_of(wf::square(net.train(x))).backward();
  opt.step(wf::loss_of(wf::square(net.train(x))).backward());
  CHECK_THROWS_WITH_AS(opt.step(std::move(stale)), doctest::Contains("[WF739] step 3"), wf::error);

  auto before = wf::loss_of(wf::square(net.train(x)));
  wf::nn::initialise(net, wf::seed{2});
  CHECK_THROWS_WITH_AS((void)std::move(before).backward(), doctest::Contains("[WF739]"), wf::error);
}

TEST_CASE("padded batches: x as its own target takes the mask along") {
  using schema = wf::data::columns<wf::features<2>, wf::class_index<parity>>;
  auto table =
      wf::data::from_memory<schema>(std::vector<float>{1, 2, 3, 4, 5, 6}, std::vector<int>{0, 1, 0}).value();
  auto loader = wf::data::loader<rows>(table, wf::batch_size<2>, wf::pad);
  auto net = some_net();
  double total = 0, count = 0;
  for (auto& b : loader) {
    auto loss = wf::mse_loss(net.train(b.x), wf::padded{b.x, b.y.mask});
    total += loss.total();
    count += loss.divisor();
  }
  CHECK(count == 6);
  auto whole = wf::data::loader<rows>(table, wf::batch_size<3>);
  for (auto& b : whole) CHECK(wf::mse_loss(net.train(b.x), b.x).total() == doctest::Approx(total));
}

TEST_CASE("zip refuses loaders that are shuffled differently") {
  using schema = wf::data::columns<wf::features<2>, wf::class_index<parity>>;
  auto table =
      wf::data::from_memory<schema>(std::vector<float>{1, 2, 3, 4, 5, 6}, std::vector<int>{0, 1, 0}).value();
  struct other_rows;
  auto a = wf::data::loader<rows>(table, wf::batch_size<2>, wf::shuffle{1});
  auto b = wf::data::loader<other_rows>(table, wf::batch_size<2>, wf::shuffle{2});
  CHECK_THROWS_WITH_AS((void)wf::data::zip(a, b), doctest::Contains("[WF829]"), wf::error);
  auto c = wf::data::loader<other_rows>(table, wf::batch_size<2>, wf::shuffle{1});
  for (auto& [first, second] : wf::data::zip(a, c)) CHECK(first.x(0, 0) == second.x(0, 0));
}

TEST_CASE("an embedding names an id that was only assumed to be in range") {
  auto net = wf::nn::sequential(wf::nn::embedding<parity, 3>());
  wf::nn::initialise(net, wf::seed{1});
  using ids = wf::tensor<std::int64_t, wf::token_id<parity>, wf::axes<wf::batch<rows, 1, 4>>>;
  auto const bad = wf::assume_in_range<ids>(std::vector<int>{0, 7}, {2});
  CHECK_THROWS_WITH_AS((void)net.eval(bad), doctest::Contains("[WF801] embedding: id number 1 is 7"),
                       wf::error);
}
