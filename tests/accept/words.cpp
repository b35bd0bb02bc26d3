// SPDX-License-Identifier: Apache-2.0
// Token ids, an embedding, the mean over a sequence of run-time length, and a head.
#include <array>
#include <utility>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct word : wf::label_set<6> {};
struct mood : wf::label_set<2> {};
struct texts;
struct place;
using row = wf::batch<texts, 4>;
using ids = wf::tensor<std::int64_t, wf::token_id<word>, wf::axes<row, wf::axis<place, 1, 9>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<mood>, wf::axes<row>>;

int main() {
  auto embed = wf::nn::sequential(wf::nn::embedding<word, 8>());
  auto head = wf::nn::sequential(wf::nn::linear<8, mood>());
  wf::nn::initialise(embed, wf::seed{1});
  wf::nn::initialise(head, wf::seed{2});
  auto opt = wf::optim::adam(embed, {.lr = 0.1});
  auto const x = wf::refine<ids>(std::array{0, 1, 2, 3, 4, 5, 1, 0, 2, 5, 4, 3}, {4, 3}).value();
  auto const y = wf::refine<labels>(std::array{0, 1, 0, 1}).value();
  double last = 1;
  for (int i = 0; i < 60; ++i) {
    auto loss = wf::cross_entropy(head.train(wf::mean<place>(embed.train(x))), y);
    last = loss.item();
    opt.step(std::move(loss).backward());
  }
  return last < 0.05 ? 0 : 1;
}
