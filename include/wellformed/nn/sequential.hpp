// SPDX-License-Identifier: Apache-2.0
// sequential(...): a model of layers in order. A sequential among the layers is spliced in, not nested.
#pragma once

#include <wellformed/nn/model.hpp>

namespace wellformed::nn {

/// The layers that an argument of sequential stands for.
template <class L>
std::tuple<L> layers_of(L const& layer) {
  return {layer};
}
template <class... Ls>
std::tuple<Ls...> layers_of(chain<Ls...> const& nested) {
  return nested.all();
}
template <class E, class L>
auto layers_of(model<E, L> const& nested) {
  return layers_of(nested.layer());
}

/// Computes: the layers in order. Refuses: WF314 a layer that does not fit the one before, when it is formed.
template <ComputingElement E = float, class... Args>
auto sequential(Args const&... args) {
  return std::apply(
      []<class... Ls>(Ls const&... each) {
        using verdict = typename chain<Ls...>::formation;
        if constexpr (!verdict::ok) verdict::report();
        return model<E, chain<Ls...>>(chain<Ls...>(each...));
      },
      std::tuple_cat(layers_of(args)...));
}

}  // namespace wellformed::nn
