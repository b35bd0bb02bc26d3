// SPDX-License-Identifier: Apache-2.0
// A softmax before the loss that applies one must not compile for this model.
#include "model.hpp"

auto wrong(decltype(make_net())& net,
           wf::tensor<float, wf::real, wf::axes<wf::batch<garden, 1, 6>, wf::dim<2>>> x,
           wf::tensor<std::int64_t, wf::class_index<flower>, wf::axes<wf::batch<garden, 1, 6>>> y) {
#ifdef FIXED
  return wf::cross_entropy(net.train(x), y).item();
#else
  return wf::cross_entropy(wf::softmax(net.train(x)), y).item();
#endif
}
