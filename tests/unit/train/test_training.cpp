// SPDX-License-Identifier: Apache-2.0
// Optimisers and steps with real layers and losses: accumulation, names in errors, pending statistics.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;
using wf::index_t;

namespace {

struct letter : wf::label_set<3> {};
using rows = wf::batch<struct train_rows, 2, 16>;
template <class E>
using features = wf::tensor<E, wf::real, wf::axes<rows, wf::dim<4>>>;
using ids = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<rows>>;

template <class E>
struct batch {
  features<E> x;
  ids y;
};

/// Rows `from` to `to` of one fixed data set.
template <class E>
batch<E> rows_of(index_t from, index_t to) {
  batch<E> b{features<E>::uninitialised({to - from, 4}), ids::uninitialised({to - from})};
  for (index_t r = from; r < to; ++r) {
    for (index_t c = 0; c < 4; ++c)
      b.x.unchecked_data()[(r - from) * 4 + c] = static_cast<E>(std::sin(1.7 * double(r * 4 + c)));
    b.y.unchecked_data()[r - from] = (r * r) % 3;
  }
  return b;
}

template <class E>
auto plain_net() {
  auto net = wf::nn::sequential<E>(wf::nn::linear<4, 8>(), wf::nn::tanh(), wf::nn::linear<8, letter>());
  wf::nn::initialise(net, wf::seed{3});
  return net;
}
template <class E>
auto normal_net() {
  auto net = wf::nn::sequential<E>(wf::nn::linear<4, 8>(), wf::nn::batch_norm<8>(), wf::nn::relu(),
                                   wf::nn::linear<8, letter>());
  wf::nn::initialise(net, wf::seed{3});
  return net;
}
auto const loss_of_batch = [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); };

/// Parameters and running statistics.
std::vector<double> numbers_of(auto const& net) {
  auto const& held = net.numbers();
  std::vector<double> all(held.parameters(), held.parameters() + held->parameter_count);
  all.insert(all.end(), held.buffers(), held.buffers() + held->buffer_count);
  return all;
}

}  // namespace

TEST_CASE("accumulated micro-batches of unequal size are the big batch") {
  auto small = plain_net<double>(), big = plain_net<double>();
  auto opt = wf::optim::adamw(small), opt_big = wf::optim::adamw(big);
  auto one = rows_of<double>(0, 3), two = rows_of<double>(3, 10), all = rows_of<double>(0, 10);
  for (int t = 0; t < 5; ++t) {
    auto g = loss_of_batch(small, one).backward();
    g += loss_of_batch(small, two).backward();
    auto const done = opt.step(std::move(g));
    auto const expected = opt_big.step(loss_of_batch(big, all).backward());
    CHECK(done.rows() == 10);
    CHECK(done.loss() == doctest::Approx(expected.loss()).epsilon(1e-13));
    CHECK(done.gradient_norm() == doctest::Approx(expected.gradient_norm()).epsilon(1e-12));
  }
  auto const a = numbers_of(small), b = numbers_of(big);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::abs(a[i] - b[i]) < 1e-12);
}

TEST_CASE("summed losses accumulate to their sum") {
  auto small = plain_net<double>(), big = plain_net<double>();
  auto opt = wf::optim::sgd(small, {.lr = 0.01}), opt_big = wf::optim::sgd(big, {.lr = 0.01});
  auto one = rows_of<double>(0, 3), two = rows_of<double>(3, 10), all = rows_of<double>(0, 10);
  auto const sum = [](auto& n, auto& b) {
    return wf::cross_entropy(n.train(b.x), b.y, wf::reduction::sum{});
  };
  auto g = sum(small, one).backward();
  g += sum(small, two).backward();
  opt.step(std::move(g));
  opt_big.step(sum(big, all).backward());
  auto const a = numbers_of(small), b = numbers_of(big);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::abs(a[i] - b[i]) < 1e-13);
}

TEST_CASE("train::step is the open loop") {
  auto open = normal_net<float>(), closed = normal_net<float>();
  auto opt_open = wf::optim::adamw(open), opt_closed = wf::optim::adamw(closed);
  auto step = wf::train::step(closed, opt_closed, loss_of_batch);
  auto b = rows_of<float>(0, 10);
  double first = 0, last = 0;
  for (int t = 0; t < 50; ++t) {
    auto loss = wf::cross_entropy(open.train(b.x), b.y);
    opt_open.step(std::move(loss).backward());
    last = step(b).loss();
    if (t == 0) first = last;
  }
  CHECK(numbers_of(open) == numbers_of(closed));
  CHECK(last < 0.9 * first);
}

/// A function that makes a model, and gives the step that owns it.
auto made_step() {
  auto net = normal_net<float>();
  auto opt = wf::optim::adamw(net);
  return wf::train::step(std::move(net), std::move(opt), loss_of_batch);
}

TEST_CASE("a step owns what is moved into it") {
  auto net = normal_net<float>();
  auto opt = wf::optim::adamw(net);
  auto step = wf::train::step(net, opt, loss_of_batch);
  auto owning = made_step();
  auto b = rows_of<float>(0, 10);
  for (int t = 0; t < 3; ++t) CHECK(owning(b).loss() == step(b).loss());
  auto moved = std::move(owning);
  CHECK(moved(b).step() == 4);
  CHECK(moved.optimizer().steps() == 4);
  step(b);
  CHECK(numbers_of(moved.net()) == numbers_of(net));
}

TEST_CASE("a batch with a NaN changes neither weights nor running statistics") {
  auto net = normal_net<float>();
  auto opt = wf::optim::adamw(net);
  auto step = wf::train::step(net, opt, loss_of_batch);
  auto b = rows_of<float>(0, 10);
  step(b);
  auto const before = numbers_of(net);
  auto bad = rows_of<float>(0, 10);
  bad.x.unchecked_data()[5] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(step(bad), wf::error);
  CHECK(numbers_of(net) == before);
  CHECK(opt.steps() == 1);
  opt.on_non_finite(wf::optim::skip_step);
  CHECK(step(bad).skipped());
  CHECK(numbers_of(net) == before);
  CHECK_FALSE(step(b).skipped());
}

TEST_CASE("the error names the parameter as PyTorch would") {
  auto net = normal_net<float>();
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto b = rows_of<float>(0, 10);
  // Parameters lie in order: 0.weight 32, 0.bias 8, 1.weight 8, 1.bias 8, 3.weight 24, 3.bias 3.
  struct expectation {
    index_t at;
    char const* words;
  };
  for (auto const& [at, words] :
       {expectation{0, "0.weight"}, {39, "0.bias"}, {40, "1.weight"}, {57, "3.weight"}, {82, "3.bias"}}) {
    auto g = loss_of_batch(net, b).backward();
    g.find(net.numbers().id())->values()[at] = std::numeric_limits<float>::infinity();
    std::string said;
    try {
      opt.step(std::move(g));
    } catch (wf::error const& problem) {
      said = problem.what();
    }
    CHECK(said.find("[WF724] step 1: the gradient of " + std::string(words)) == 0);
  }
}

TEST_CASE("gradients that reach two models train the one whose optimiser takes them") {
  auto body = wf::nn::sequential<double>(wf::nn::linear<4, 5>());
  auto head = wf::nn::sequential<double>(wf::nn::linear<5, letter>());
  wf::nn::initialise(body, wf::seed{1});
  wf::nn::initialise(head, wf::seed{2});
  auto const before = numbers_of(body);
  auto opt = wf::optim::sgd(head, {.lr = 0.1});
  auto b = rows_of<double>(0, 10);
  double first = 0, last = 0;
  for (int t = 0; t < 20; ++t) {
    auto const done = opt.step(wf::cross_entropy(head.train(body.train(b.x)), b.y).backward());
    CHECK(done.others() == 1);  // the body learned nothing
    last = done.loss();
    if (t == 0) first = last;
  }
  CHECK(last < first);
  CHECK(numbers_of(body) == before);
}

TEST_CASE("a batch of ignored rows, zero by policy, is a skipped step") {
  using kind = wf::class_index<letter, wf::ignore<-1>>;
  using some_ids = wf::tensor<std::int64_t, kind, wf::axes<rows>>;
  auto net = plain_net<float>();
  auto opt = wf::optim::adamw(net);
  auto b = rows_of<float>(0, 2);
  auto y = some_ids::uninitialised({2});
  y.unchecked_data()[0] = y.unchecked_data()[1] = -1;
  auto const before = numbers_of(net);
  CHECK(opt.step(wf::cross_entropy(net.train(b.x), y, wf::all_ignored::is_zero{}).backward()).skipped());
  CHECK(numbers_of(net) == before);
}

TEST_CASE("a step is replayed without changing anything") {
  auto net = normal_net<double>();
  auto opt = wf::optim::sgd(net, {.lr = 0.1, .momentum = 0.9});
  auto step = wf::train::step(net, opt, loss_of_batch);
  step(rows_of<double>(0, 8));
  auto const before = numbers_of(net);
  auto const batch = rows_of<double>(8, 16);
  auto const replayed = step.replay_on_host(batch);
  CHECK(numbers_of(net) == before);
  CHECK(opt.steps() == 1);
  auto const done = step(batch);
  CHECK(done.loss() == replayed.loss);
  CHECK(done.gradient_norm() == replayed.gradient_norm);
  CHECK(done.step() == replayed.step);

  auto bad = batch;
  bad.x.mutable_data()[3] = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH_AS(static_cast<void>(step.replay_on_host(bad)), doctest::Contains("[WF723] step 3"),
                       wf::error);
}
