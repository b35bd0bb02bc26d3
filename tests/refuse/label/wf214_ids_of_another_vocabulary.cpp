// SPDX-License-Identifier: Apache-2.0
// PyTorch: ids of one tokenizer index the table of another: no error, and a model that knows nothing.
// expect: WF214 | values: token_id<letter>, token_id<word> | lines: 12
#include <array>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct word : wf::label_set<5> {};
struct rows;
using row = wf::batch<rows, 2>;

int main() {
  auto const ids =
      wf::refine<wf::tensor<std::int64_t, wf::token_id<letter>, wf::axes<row>>>(std::array{0, 2}).value();
#ifdef FIXED
  auto net = wf::nn::sequential(wf::nn::embedding<letter, 4>());
#else
  auto net = wf::nn::sequential(wf::nn::embedding<word, 4>());
#endif
  wf::nn::initialise(net, wf::seed{1});
  auto const z = net.eval(ids);
  return z(1, 3) == net.numbers().parameters()[11] ? 0 : 1;
}
