// SPDX-License-Identifier: Apache-2.0
// Label sets that are called what the library's own members are called.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct set : wf::label_set<2> {};
struct form : wf::label_set<2> {};
struct label_set_base : wf::label_set<2> {};
struct size : wf::label_set<3> {
  static constexpr char const* names[] = {"small", "medium", "large"};
};
struct shirts;

template <class S>
int learns() {
  std::vector<float> x;
  std::vector<int> y;
  for (int row = 0; row < 60; ++row) {
    for (int k = 0; k < 4; ++k) x.push_back(row % wf::class_count<S> == k ? 1.0f : 0.0f);
    y.push_back(static_cast<int>(row % wf::class_count<S>));
  }
  using schema = wf::data::columns<wf::features<4>, wf::class_index<S>>;
  auto const rows = wf::data::from_memory<schema>(x, y).value();
  auto train = wf::data::loader<shirts>(rows, wf::batch_size<20>, wf::keep);
  auto net = wf::nn::sequential(wf::nn::linear<4, S>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adam(net, {.lr = 0.1});
  auto step =
      wf::train::step(net, opt, [](auto& n, auto& b) { return wf::cross_entropy(n.train(b.x), b.y); });
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (auto& b : train) step(b);
  }
  return wf::metrics::evaluate(net, train).accuracy().value() == 1 ? 0 : 1;
}

int main() { return learns<set>() + learns<form>() + learns<label_set_base>() + learns<size>(); }
