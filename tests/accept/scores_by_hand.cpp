// SPDX-License-Identifier: Apache-2.0
// Scores and outputs computed by hand: distances, temperatures, standardised pixels, gates, scaled sigmoids.
#include <array>
#include <cmath>

#include <wellformed/wellformed.hpp>

namespace wf = wellformed;

struct letter : wf::label_set<3> {};
struct rows;
using row = wf::batch<rows, 2>;
using scores = wf::tensor<float, wf::real, wf::axes<row, wf::classes<letter>>>;
using labels = wf::tensor<std::int64_t, wf::class_index<letter>, wf::axes<row>>;
using pixels = wf::tensor<float, wf::unit_interval, wf::axes<row, wf::dim<4>>>;
using targets = wf::tensor<float, wf::real, wf::axes<row, wf::dim<4>>>;

int main() {
  auto const z = scores::of({2, 0, 1, 0, 2, 1});
  auto const y = wf::refine<labels>(std::array{1, 0}).value();
  auto const x = wf::refine<pixels>(std::array{0.0f, 0.5f, 1.0f, 0.25f, 1.0f, 0.0f, 0.0f, 0.5f}).value();
  auto const t = targets::of({0, 1, 2, 3, 3, 2, 1, 0});

  bool fine = true;
  auto const at_least = [&](auto const& loss) {
    fine = fine && loss.item() >= 0 && std::isfinite(loss.item());
  };
  at_least(wf::cross_entropy(-wf::square(z), y));               // nearest prototype
  at_least(wf::cross_entropy(-wf::square(z) / 0.5f, y));        // with a temperature
  at_least(wf::cross_entropy(-(wf::square(z) * 0.5f), y));      // Gaussian classes
  at_least(wf::cross_entropy(z / 0.07f, y));                    // temperature
  at_least(wf::cross_entropy(10.0f * wf::tanh(z / 10.0f), y));  // soft cap
  at_least(wf::cross_entropy(wf::maximum(wf::minimum(z, 20.0f), -20.0f), y));
  at_least(wf::cross_entropy(wf::log(wf::exp(z) + 1e-9f), y));  // logarithm of counts
  at_least(wf::cross_entropy(z * wf::sigmoid(z), y));           // gates
  at_least(wf::cross_entropy(z + wf::relu(z), y));              // residual
  at_least(wf::cross_entropy(wf::relu(z) - wf::relu(-z), y));   // difference of two cut sides

  auto net = wf::nn::sequential(wf::nn::linear<4, 4>());
  wf::nn::initialise(net, wf::seed{1});
  auto const standard = (x - 0.4f) / 0.3f;  // standardised pixels
  at_least(wf::mse_loss(net.train(standard), t));
  at_least(wf::mse_loss(net.train(x), standard));                     // an autoencoder of them
  at_least(wf::mse_loss(wf::sigmoid(net.train(x)) * 3.0f, t));        // outputs in [0, 3]
  at_least(wf::mse_loss(1.0f / (1.0f + wf::exp(-net.train(x))), x));  // a sigmoid by hand
  at_least(wf::mse_loss(wf::relu(net.train(x)) * 0.5f + 1.0f, t));
  at_least(wf::huber_loss(net.train(x), wf::relu(t) * 0.5f));  // a scaled count
  at_least(wf::binary_cross_entropy(wf::sigmoid(t) * wf::sigmoid(-t), x));
  return fine ? 0 : 1;
}
