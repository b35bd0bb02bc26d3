// SPDX-License-Identifier: Apache-2.0
// PyTorch: softmax in a helper three calls away from the loop: accuracy stalls, nothing is said.
// expect: WF101 | values: simplex, class_index<letter | lines: 12 | depth: 3
#include <array>
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using inputs = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;

template <class Net, class X, class Y>
auto loss_of(Net& net, X const& x, Y const& y) {
#ifdef FIXED
  return wf::cross_entropy(net.train(x), y);
#else
  return wf::cross_entropy(wf::softmax(net.train(x)), y);
#endif
}
template <class Net, class Opt, class X, class Y>
double train_step(Net& net, Opt& opt, X const& x, Y const& y) {
  auto loss = loss_of(net, x, y);
  double const value = loss.item();
  opt.step(std::move(loss).backward());
  return value;
}
template <class Net, class Opt, class X, class Y>
double train(Net& net, Opt& opt, X const& x, Y const& y, int steps) {
  double last = 0;
  for (int i = 0; i < steps; ++i) last = train_step(net, opt, x, y);
  return last;
}

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<4, letter>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::sgd(net, {.lr = 0.1});
  auto const x = inputs::of({1, 0, 0, 0, 0, 1, 0, 0});
  auto const y = wf::refine<labels>(std::array{0, 1}).value();
  double const before = train(net, opt, x, y, 1);
  return train(net, opt, x, y, 50) < before ? 0 : 1;
}
