// SPDX-License-Identifier: Apache-2.0
// The model of this project, and what it learns from.
#pragma once

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct flower : wf::label_set<3> {
  static constexpr char const* names[] = {"setosa", "versicolor", "virginica"};
};
struct garden;
using schema = wf::data::columns<wf::features<2>, wf::class_index<flower>>;

inline auto make_net() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, flower>());
  wf::nn::initialise(net, wf::seed{1});
  return net;
}
