// SPDX-License-Identifier: Apache-2.0
// The tests of a model, with doctest and wellformed/testing.hpp.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <wellformed/testing.hpp>

#include "model.hpp"

auto const loss = [](auto& net, auto& b) { return wf::cross_entropy(net.train(b.x), b.y); };

TEST_CASE("the model learns") {
  std::vector<float> const x{5, 3, 6, 2, 7, 3, 5, 4, 6, 3, 7, 2};
  std::vector<int> const y{0, 1, 2, 0, 1, 2};
  auto table = wf::data::from_memory<schema>(x, y).value();
  auto rows = wf::data::loader<garden>(table, wf::batch_size<6>);
  auto net = make_net();
  auto opt = wf::optim::adamw(net, {.lr = 0.01});
  auto step = wf::train::step(net, opt, loss);
  for (auto& b : rows) {
    CHECK(wf::testing::gradients_hold(net, loss, b));
    CHECK(wf::testing::step_changes_parameters(step, b));
    CHECK(wf::testing::step_lowers_loss(step, b));
  }
}

using net = decltype(make_net());
template <int Features>
using rows = wf::tensor<float, wf::real, wf::axes<wf::batch<garden, 1, 6>, wf::dim<Features>>>;
static_assert(wf::testing::AcceptsTraining<net, rows<2>>);
static_assert(!wf::testing::AcceptsTraining<net, rows<3>>);
