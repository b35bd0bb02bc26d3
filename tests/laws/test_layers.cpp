// SPDX-License-Identifier: Apache-2.0
// Every layer, alone and composed, against the laws of layer_law.hpp.
#include "layer_law.hpp"

#include <wellformed/nn/batch_norm.hpp>
#include <wellformed/nn/dropout.hpp>
#include <wellformed/nn/flatten.hpp>
#include <wellformed/nn/heads.hpp>
#include <wellformed/nn/layer_norm.hpp>
#include <wellformed/nn/linear.hpp>
#include <wellformed/nn/residual.hpp>
#include <wellformed/nn/softmax.hpp>
#include <wellformed/nn/tied.hpp>

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

TEST_CASE("batch norm over spatial positions") {
  struct channel;
  using channels = wf::axis<channel, 3>;
  using image = wf::tensor<double, wf::real, wf::axes<wf::batch<law::rows, 1, 8>, channels, wf::dim<2>>>;
  check<image>({1, 3, 2}, nn::batch_norm<channels>());
  check<image>({3, 3, 2}, nn::batch_norm<channels>(), nn::flatten(), nn::linear<6, 2>());
}

TEST_CASE("layer norm") {
  check<any_rows<5>>({1, 5}, nn::layer_norm<5>());
  check<any_rows<1>>({3, 1}, nn::layer_norm<1>());
  check<any_rows<3>>({3, 3}, nn::linear<3, 4>(), nn::layer_norm<4>(), nn::gelu(), nn::linear<4, 2>());
}

TEST_CASE("softmax and log_softmax") {
  check<any_rows<4>>({3, 4}, nn::softmax());
  check<any_rows<4>>({3, 4}, nn::linear<4, 3>(), nn::log_softmax());
  check<any_rows<1>>({2, 1}, nn::log_softmax());
}

TEST_CASE("dropout") {
  auto net =
      nn::sequential<double>(nn::linear<4, 6>(), nn::dropout(0.4), nn::linear<6, 3>(), nn::dropout(0.0));
  law::shake(net, 3);
  law::gradients_hold(net, law::filled<any_rows<4>>({5, 4}, 5));
}

TEST_CASE("flatten") {
  using image = wf::tensor<double, wf::real, wf::axes<wf::batch<law::rows, 1, 8>, wf::dim<2>, wf::dim<3>>>;
  check<image>({2, 2, 3}, nn::tanh(), nn::flatten(), nn::linear<6, 2>());
  check<image>({1, 2, 3}, nn::linear<3, 4>(), nn::flatten());
}

TEST_CASE("residual") {
  check<any_rows<3>>({2, 3}, nn::residual(nn::linear<3, 5>(), nn::tanh(), nn::linear<5, 3>()));
  check<any_rows<3>>({2, 3}, nn::residual(nn::softmax()), nn::residual(nn::flatten()), nn::linear<3, 1>());
  check<matrix<3>>({3, 3}, nn::linear<3, 4>(), nn::residual(nn::batch_norm<4>(), nn::residual(nn::tanh())),
                   nn::tanh());
}

TEST_CASE("heads") {
  check<any_rows<3>>(
      {2, 3}, nn::linear<3, 4>(), nn::tanh(),
      nn::heads(nn::linear<4, 2>(), nn::sequential(nn::linear<4, 3>(), nn::tanh(), nn::linear<3, 1>())));
  check<any_rows<3>>({2, 3}, nn::heads(nn::tanh(), nn::flatten()));
}

TEST_CASE("tied layers") {
  struct code;
  check<any_rows<3>>({2, 3}, nn::tied<code>(nn::linear<3, 3>()), nn::tanh(),
                     nn::tied<code>(nn::linear<3, 3>()));
  check<any_rows<3>>({3, 3}, nn::residual(nn::tied<code>(nn::linear<3, 3>())), nn::tanh(),
                     nn::tied<code>(nn::linear<3, 3>()), nn::linear<3, 2>());
  check<any_rows<5>>({3, 5}, nn::tied<code>(nn::linear<5, 2>()), nn::tanh(),
                     nn::tied_transposed<code>(nn::linear<2, 5>()));
}
