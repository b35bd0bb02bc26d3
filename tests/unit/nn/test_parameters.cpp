// SPDX-License-Identifier: Apache-2.0
// The parameter set of a model: names as constants, of nested layers; look-up, iteration, writing by name.
#include <doctest/doctest.h>

#include <string>

#include <wellformed/nn/batch_norm.hpp>
#include <wellformed/nn/heads.hpp>
#include <wellformed/nn/initialise.hpp>
#include <wellformed/nn/linear.hpp>
#include <wellformed/nn/parameters.hpp>
#include <wellformed/nn/residual.hpp>
#include <wellformed/nn/sequential.hpp>

namespace wf = wellformed;
namespace nn = wf::nn;
using namespace wf::literals;

namespace {

/// A sequential among layers is spliced in: the residual has the layers 0, 1 and 2.
auto nested() {
  return nn::sequential<double>(
      nn::linear<4, 6>(),
      nn::residual(nn::linear<6, 6>(nn::no_bias{}), nn::sequential(nn::batch_norm<6>(), nn::linear<6, 6>())),
      nn::heads(nn::linear<6, 2>(), nn::sequential(nn::residual(nn::linear<6, 6>()), nn::linear<6, 1>())));
}

}  // namespace

TEST_CASE("a set is iterated in the order of PyTorch's state_dict") {
  auto const net = nested();
  auto const set = nn::parameters(net);
  std::string names;
  wf::index_t total = 0;
  set.for_each([&](auto const& p) {
    names += std::string(p.name.text) + " ";
    total += p.size();
  });
  CHECK(names ==
        "0.weight 0.bias 1.0.weight 1.1.weight 1.1.bias 1.2.weight 1.2.bias 2.0.weight 2.0.bias "
        "2.1.0.0.weight 2.1.0.0.bias 2.1.1.weight 2.1.1.bias ");
  CHECK(set.count == 13);
  CHECK(total == decltype(net)::parameter_count);
}

TEST_CASE("names are found when the program is compiled") {
  auto net = nested();
  nn::initialise(net, wf::seed{1});
  auto const set = nn::parameters(net);
  static_assert(set.contains("2.1.0.0.bias"_p) && set.contains("0.weight"_p));
  static_assert(!set.contains("2.1.0.0.bia"_p) && !set.contains("2.1.0.0.bias2"_p) && !set.contains(""_p));
  auto const weight = set["2.1.1.weight"_p];
  static_assert(decltype(weight)::rank == 2 && decltype(weight)::name.is("2.1.1.weight"));
  CHECK(weight.extent(0) == 1);
  CHECK(weight.extent(1) == 6);
  CHECK(weight.data() == nn::parameter(net, "2.1.1.weight"_p).data());
  CHECK(set["1.1.weight"_p].data()[5] == 1.0);
}

TEST_CASE("a view writes the model's numbers, and keeps them after the model moved") {
  auto net = nested();
  nn::initialise(net, wf::seed{1});
  auto const set = nn::parameters(net);
  for (double& v : set["0.bias"_p]) v = 0.5;
  auto const moved = std::move(net);
  CHECK(nn::parameter(moved, "0.bias"_p).data()[5] == 0.5);
  set["0.bias"_p].data()[0] = 2;
  CHECK(nn::parameter(moved, "0.bias"_p).data()[0] == 2);
}

TEST_CASE("two models are matched name by name") {
  auto from = nested();
  nn::initialise(from, wf::seed{1});
  auto to = nn::sequential<double>(nn::linear<4, 6>(), nn::linear<6, 3>());
  nn::initialise(to, wf::seed{2});
  auto const source = nn::parameters(from);
  int matched = 0;
  nn::parameters(to).for_each([&]<class P>(P const& p) {
    source.for_each([&]<class Q>(Q const& q) {
      if constexpr (P::name.is(Q::name.text)) {
        for (wf::index_t i = 0; i < p.size(); ++i) p.data()[i] = q.data()[i];
        ++matched;
      }
    });
  });
  CHECK(matched == 2);
  CHECK(nn::parameter(to, "0.weight"_p).data()[23] == source["0.weight"_p].data()[23]);
}
