// SPDX-License-Identifier: Apache-2.0
// Segmentation: a class a pixel, the void id 255 ignored, and a policy for an image of void only.
#include <array>
#include <cmath>
#include <vector>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct thing : wf::label_set<3> {};
struct images;
struct height;
struct width;
using batch = wf::batch<images, 2>;
using high = wf::axis<height, 2>;
using wide = wf::axis<width, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<batch, wf::classes<thing>, high, wide>>;
using masks = wf::tensor<std::uint8_t, wf::class_index<thing, wf::ignore<255>>, wf::axes<batch, high, wide>>;

int main() {
  auto z = scores::uninitialised();
  for (int i = 0; i < 24; ++i) z.mutable_data()[i] = i % 12 < 4 ? 2.0f : 0.0f;
  auto const some = wf::refine<masks>(std::array{0, 1, 0, 255, 255, 255, 0, 0}).value();
  auto const none = wf::refine<masks>(std::vector(8, 255)).value();
  auto const loss = wf::cross_entropy(z, some, wf::all_ignored::fails{});
  auto const empty = wf::cross_entropy(z, none, wf::all_ignored::is_zero{});
  auto const hits = wf::metrics::accuracy(z, some);
  return loss.rows() == 5 && std::abs(loss.item() - (0.23955 * 4 + 2.23955) / 5) < 1e-4 &&
                 empty.item() == 0 && hits.hits == 4
             ? 0
             : 1;
}
