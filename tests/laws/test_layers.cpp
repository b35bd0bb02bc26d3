// SPDX-License-Identifier: Apache-2.0
// Every layer, alone and composed, against the laws of layer_law.hpp.
#include "layer_law.hpp"

#include <wellformed/nn/batch_norm.hpp>
#include <wellformed/nn/linear.hpp>

namespace wf = wellformed;
namespace nn = wf::nn;
using wf::index_t;

namespace {

template <index_t N>
using matrix = wf::tensor<double, wf::real, wf::axes<wf::batch<law::rows, 2, 64>, wf::dim<N>>>;
template <index_t N>
using any_rows = wf::tensor<double, wf::real, wf::axes<wf::batch<law::rows, 1, 64>, wf::dim<N>>>;

template <class X, class... Layers>
void check(typename X::extents_type const& extents, Layers const&... layers) {
  auto net = nn::sequential<double>(layers...);
  law::shake(net, 3);
  law::gradients_hold(net, law::filled<X>(extents, 5));
}

}  // namespace

TEST_CASE("linear") {
  check<any_rows<1>>({1, 1}, nn::linear<1, 1>());
  check<any_rows<7>>({3, 7}, nn::linear<7, 5>());
  check<any_rows<7>>({5, 7}, nn::linear<7, 3>(nn::no_bias{}));
}

TEST_CASE("activations, alone and in runs") {
  check<any_rows<3>>({3, 3}, nn::relu());
  check<any_rows<3>>({3, 3}, nn::leaky_relu(0.2));
  check<any_rows<3>>({3, 3}, nn::gelu(), nn::tanh(), nn::sigmoid());
  check<any_rows<3>>({3, 3}, nn::linear<3, 4>(), nn::silu(), nn::softplus(), nn::linear<4, 2>());
}

TEST_CASE("batch norm") {
  check<matrix<3>>({2, 3}, nn::batch_norm<3>());
  check<matrix<1>>({7, 1}, nn::batch_norm<1>());
  check<matrix<3>>({4, 3}, nn::linear<3, 5>(), nn::batch_norm<5>(), nn::tanh(), nn::linear<5, 2>());
}
