// SPDX-License-Identifier: Apache-2.0
// The digits example trains on a GPU to the numbers of the CPU: the same program, with another device.
// run: once
#include <doctest/doctest.h>

#include <string>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

namespace {

struct digit : wf::label_set<10> {};
struct train_rows;
struct test_rows;

struct outcome {
  std::vector<double> losses;
  wf::index_t hits = 0;
};

/// `count` steps of the example, with a smaller model, and the hits among 64 rows that it has not seen.
template <class Device>
outcome train(int count) {
  using schema = wf::data::columns<wf::pixels<64, 16>, wf::class_index<digit>>;
  auto rows =
      wf::data::read_csv<schema>(std::string(WELLFORMED_SOURCE) + "/examples/data/digits.csv").value();
  auto parts = wf::data::split(rows, 0.96, wf::seed{7});
  auto train =
      wf::data::loader<train_rows>(parts.train, wf::batch_size<32>, wf::drop_if_below<2>, wf::shuffle{7});
  auto test = wf::data::loader<test_rows>(parts.test, wf::batch_size<64>);
  auto model = wf::nn::sequential(wf::nn::linear<64, 32>(), wf::nn::batch_norm<32>(), wf::nn::relu(),
                                  wf::nn::dropout(0.1), wf::nn::linear<32, digit>());
  wf::nn::initialise(model, wf::seed{7});
  auto net = wf::move_to<Device>(std::move(model));
  auto opt = wf::optim::adamw(net, {.lr = 1e-2, .weight_decay = 0.05});
  opt.clip_global_norm(1.0);
  auto step = wf::train::step(net, opt, [](auto& n, auto& b) {
    return wf::cross_entropy(n.train(b.x), b.y, wf::label_smoothing{0.1});
  });
  outcome result;
  for (auto& b : train) {
    result.losses.push_back(step(b).loss());
    if (--count == 0) break;
  }
  result.hits = wf::metrics::evaluate(net, test).accuracy().hits;
  return result;
}

}  // namespace

TEST_CASE("the digits train on a GPU to the losses of the CPU") {
  auto const expected = train<wf::host>(12), found = train<wf::cuda>(12);
  REQUIRE(found.losses.size() == 12);
  for (std::size_t i = 0; i < found.losses.size(); ++i) {
    CAPTURE(i);
    CHECK(found.losses[i] == doctest::Approx(expected.losses[i]).epsilon(2e-4));
  }
  CHECK(expected.losses[11] < 0.8 * expected.losses[0]);
  CHECK(std::abs(found.hits - expected.hits) <= 1);
}
