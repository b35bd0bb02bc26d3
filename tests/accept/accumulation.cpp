// SPDX-License-Identifier: Apache-2.0
// Two micro-batches of 5 and 3 rows give the step of the big batch of 8.
#include <cmath>
#include <utility>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
template <wf::index_t N>
using inputs = wf::tensor<double, wf::real, wf::axes<wf::batch<rows, N>, wf::dim<2>>>;
template <wf::index_t N>
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<wf::batch<rows, N>>>;

std::vector const values{1., 2., 3., -1., 0., 1., 4., 1., 2., 2., -3., 1., 0., 0., 1., -2.};
std::vector const ids{0, 1, 2, 0, 1, 2, 0, 1};
auto make() {
  auto net = wf::nn::sequential<double>(wf::nn::linear<2, letter>());
  wf::nn::initialise(net, wf::seed{1});
  return net;
}
template <wf::index_t N, class Net>
auto loss_of(Net& net, int from) {
  std::vector const x(values.begin() + 2 * from, values.begin() + 2 * (from + N));
  std::vector const y(ids.begin() + from, ids.begin() + from + N);
  return wf::cross_entropy(net.train(wf::refine<inputs<N>>(x).value()), wf::refine<labels<N>>(y).value());
}

int main() {
  auto whole = make(), parts = make();
  auto opt_whole = wf::optim::sgd(whole, {.lr = 0.5});
  auto opt_parts = wf::optim::sgd(parts, {.lr = 0.5});
  opt_whole.step(loss_of<8>(whole, 0).backward());
  auto gradients = loss_of<5>(parts, 0).backward();
  gradients += loss_of<3>(parts, 5).backward();
  opt_parts.step(std::move(gradients));
  double worst = 0;
  for (int i = 0; i < 9; ++i) {
    double const gap = std::abs(whole.numbers().parameters()[i] - parts.numbers().parameters()[i]);
    worst = gap > worst ? gap : worst;
  }
  return worst < 1e-14 ? 0 : 1;
}
