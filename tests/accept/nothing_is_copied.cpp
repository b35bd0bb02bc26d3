// SPDX-License-Identifier: Apache-2.0
// What cannot be copied says so to generic code; what can be asked of losses is a concept.
#include <type_traits>
#include <utility>
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
template <class T>
inline constexpr bool move_only = !std::is_copy_constructible_v<T> && std::is_nothrow_move_constructible_v<T>;

int main() {
  auto net = wf::nn::sequential(wf::nn::linear<2, 8>(), wf::nn::relu(), wf::nn::linear<8, cloud>());
  wf::nn::initialise(net, wf::seed{1});
  auto opt = wf::optim::adamw(net, {.lr = 0.02});
  auto train = wf::data::loader<points>(clouds(), wf::batch_size<16>, wf::shuffle{1});
  auto& b = *train.begin();
  using prediction = decltype(net.train(b.x));
  using loss = decltype(wf::cross_entropy(net.train(b.x), b.y));
  using gradients = decltype(std::declval<loss>().backward());
  static_assert(move_only<prediction> && move_only<loss> && move_only<gradients>);
  static_assert(!std::is_copy_constructible_v<decltype(net)> && !std::is_copy_constructible_v<decltype(opt)>);
  static_assert(wf::LossAccepts<wf::losses::cross_entropy, wf::real, wf::class_index<cloud>>);
  static_assert(!wf::LossAccepts<wf::losses::cross_entropy, wf::simplex, wf::class_index<cloud>>);
  static_assert(wf::optim::Steps<decltype(opt), gradients>);
  opt.step(wf::cross_entropy(net.train(b.x), b.y).backward());
  return opt.steps() == 1 ? 0 : 1;
}
