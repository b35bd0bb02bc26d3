// SPDX-License-Identifier: Apache-2.0
// The loss stands three of the user's templates below the loop.
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct cloud : wf::label_set<3> {
  static constexpr char const* names[] = {"right", "left above", "left below"};
};
struct points;
using schema = wf::data::columns<wf::features<2>, wf::class_index<cloud>>;

auto clouds() {  // three groups of points
  float const centre[3][2] = {{2, 0}, {-1, 2}, {-1, -2}};
  std::vector<float> x;
  std::vector<int> y;
  for (int i = 0; i < 60; ++i) {
    y.push_back(i % 3);
    for (float const at : centre[i % 3]) x.push_back(at + 0.1f * static_cast<float>(i % 7 - 3));
  }
  return wf::data::from_memory<schema>(x, y).value();
}
template <class Net, class Batch>
auto loss_on(Net& net, Batch const& b) {
  return wf::cross_entropy(net.train(b.x), b.y, wf::label_smoothing{0.05});
}
template <class Net, class Opt, class Batch>
double train_batch(Net& net, Opt& opt, Batch const& b) {
  return opt.step(loss_on(net, b).backward()).loss();
}
template <class Net, class Opt, class Loader>
double train_epoch(Net& net, Opt& opt, Loader& loader) {
  double sum = 0;
  for (auto const& b : loader) sum += train_batch(net, opt, b);
  return sum / static_cast<double>(loader.batches());
}

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  double const first = train_epoch(net, opt, train);
  double last = first;
  for (int i = 0; i < 30; ++i) last = train_epoch(net, opt, train);
  return last < first / 2 ? 0 : 1;
}
