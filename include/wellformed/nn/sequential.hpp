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

namespace sequential_check {

/// True if a layer that reads In can follow one that made Made; void is anything.
template <class Made, class In>
inline constexpr bool fits = std::is_void_v<Made> || std::is_void_v<In> || std::is_same_v<Made, In>;

template <class Made, int I, class... Ls>
struct verdict_from {
  using type = refuse::accepted;
};
template <class Made, int I, class L, class... Rest>
struct verdict_from<Made, I, L, Rest...> {
  using made = std::conditional_t<std::is_void_v<typename L::output_axis>, Made, typename L::output_axis>;
  using type = typename std::conditional_t<
      fits<Made, typename L::input>, verdict_from<made, I + 1, Rest...>,
      std::type_identity<refuse::refused<refuse::wf314, refuse::at_layer<I>, refuse::got<Made>,
                                         refuse::required<typename L::input>>>>::type;
};

}  // namespace sequential_check

template <class... Ls>
using sequential_verdict = typename sequential_check::verdict_from<void, 0, Ls...>::type;

/// Computes: the layers in order. Refuses: WF314 a layer that does not fit the one before, when it is formed.
template <ComputingElement E = float, class... Args>
auto sequential(Args const&... args) {
  return std::apply(
      []<class... Ls>(Ls const&... each) {
        using verdict = sequential_verdict<Ls...>;
        if constexpr (!verdict::ok) verdict::report();
        return model<E, chain<Ls...>>(chain<Ls...>(each...));
      },
      std::tuple_cat(layers_of(args)...));
}

}  // namespace wellformed::nn
