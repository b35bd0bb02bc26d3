// SPDX-License-Identifier: Apache-2.0
// Masked attention over named axes: products, softmax over the keys, a mask of true for what stays.
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct queries;
struct keys;
struct feature;
using q_axis = wf::axis<queries, 2>;
using k_axis = wf::axis<keys, 3>;
using f_axis = wf::axis<feature, 2>;
using q_type = wf::tensor<float, wf::real, wf::axes<q_axis, f_axis>>;
using k_type = wf::tensor<float, wf::real, wf::axes<k_axis, f_axis>>;
using mask_type = wf::tensor<bool, wf::keep_mask, wf::axes<q_axis, k_axis>>;

int main() {
  auto const q = q_type::of({1, 0, 0, 1});
  auto const k = k_type::of({1, 0, 0, 1, 5, 5});
  auto const keep = wf::refine<mask_type>(std::array{1, 1, 0, 1, 1, 0}).value();
  auto const scores = wf::matmul<feature>(q, k) / 1.41421356f;
  auto const p = wf::softmax<keys>(wf::masked_fill(scores, wf::invert(keep), -1e9));
  auto const out = wf::matmul<keys>(p, k);
  float const sum = wf::sum_all(p).item();
  return std::abs(sum - 2) < 1e-5f && p(0, 2) == 0 && out(0, 0) > 0.66f && out(0, 0) < 0.68f ? 0 : 1;
}
