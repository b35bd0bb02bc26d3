// SPDX-License-Identifier: Apache-2.0
// sequential(...): a model of layers in order. A sequential among the layers is spliced in, not nested, and
// neighbouring activations become one.
#pragma once

#include <wellformed/nn/activation.hpp>
#include <wellformed/nn/chain.hpp>
#include <wellformed/nn/model.hpp>
#include <wellformed/refuse/element.hpp>

namespace wellformed::nn {

namespace splice {

/// The layers that an argument of sequential stands for.
template <class L>
inline constexpr int count = 1;
template <class... Ls>
inline constexpr int count<chain<Ls...>> = sizeof...(Ls);

template <int I, class L>
constexpr L const& take(L const& layer) {
  return layer;
}
template <int I, class... Ls>
constexpr auto const& take(chain<Ls...> const& nested) {
  return at<I>(nested.all());
}

template <class L>
constexpr L const& layer_in(L const& layer) {
  return layer;
}
/// Throws WF746 if the model has values: they would stay behind.
template <class E, class L, class D>
L const& layer_in(model<E, L, D> const& nested) {
  nested.numbers().check_without_values();
  return nested.layer();
}

/// A layer that names the element type of its output computes with the model's.
template <class E, class L>
constexpr auto computing_with(L const& layer) {
  if constexpr (requires { typename L::template for_element<E>; }) {
    return typename L::template for_element<E>{};
  } else {
    return layer;
  }
}

template <class L>
inline constexpr bool is_activation = false;
template <class... F>
inline constexpr bool is_activation<activation<F...>> = true;

/// Where a run of Total things begins: thing k is number `inner` of argument `outer`.
template <int Total>
struct plan {
  int outer[static_cast<std::size_t>(Total) + 1] = {};
  int inner[static_cast<std::size_t>(Total) + 1] = {};
  int used = 0;
};

template <int Total, std::size_t N>
consteval plan<Total> lay_out(std::array<int, N> counts) {
  plan<Total> result;
  for (std::size_t a = 0; a < N; ++a) {
    for (int i = 0; i < counts[a]; ++i) {
      result.outer[result.used] = static_cast<int>(a);
      result.inner[result.used++] = i;
    }
  }
  return result;
}

/// Groups of neighbours: group g begins at outer[g] and has inner[g] members.
template <int Total>
consteval plan<Total> group(std::array<bool, static_cast<std::size_t>(Total) + 1> joins) {
  plan<Total> result;
  for (int i = 0; i < Total; ++i) {
    if (i > 0 && joins[static_cast<std::size_t>(i)] && joins[static_cast<std::size_t>(i) - 1]) {
      ++result.inner[result.used - 1];
    } else {
      result.outer[result.used] = i;
      result.inner[result.used++] = 1;
    }
  }
  return result;
}

template <int Begin, int Count, class All>
constexpr auto fused(All const& all) {
  if constexpr (Count == 1) {
    return at<Begin>(all);
  } else {
    return fuse(at<Begin>(all), fused<Begin + 1, Count - 1>(all));
  }
}

template <class... Ls>
constexpr auto grouped(Ls const&... layers) {
  constexpr int total = sizeof...(Ls);
  constexpr auto groups = group<total>({is_activation<Ls>..., false});
  if constexpr (groups.used == total) {
    return chain<Ls...>(layers...);
  } else {
    pack<Ls...> const all{{layers}...};
    return [&]<int... G>(std::integer_sequence<int, G...>) {
      return chain<decltype(fused<groups.outer[G], groups.inner[G]>(all))...>(
          fused<groups.outer[G], groups.inner[G]>(all)...);
    }(std::make_integer_sequence<int, groups.used>{});
  }
}

/// Whether each argument is a layer or a model, and there is one.
template <class... Args>
constexpr auto verdict() {
  if constexpr (sizeof...(Args) == 0) {
    return refuse::refused<refuse::wf337>{};
  } else if constexpr (((is_layer<Args> || is_model<Args>) && ...)) {
    return refuse::accepted{};
  } else {
    constexpr bool good[] = {(is_layer<Args> || is_model<Args>)...};
    using all = type_slots<std::make_integer_sequence<int, sizeof...(Args)>, Args...>;
    constexpr int at = first_false(good);
    using odd = typename decltype(type_in<at>(static_cast<all const*>(nullptr)))::type;
    return refuse::refused<refuse::wf336, refuse::got<odd>, refuse::at_layer<at>>{};
  }
}

/// A chain that can be formed, and an element type that computes.
template <class E, class Layer>
constexpr auto form_verdict() {
  using form = typename Layer::formation;
  if constexpr (!form::ok) {
    return form{};
  } else if constexpr (!ComputingElement<E>) {
    return refuse::refused<refuse::wf518, refuse::got<E>, refuse::required<float>>{};
  } else {
    return refuse::accepted{};
  }
}

/// One chain of all layers of the arguments.
template <class... Args>
constexpr auto joined(Args const&... args) {
  if constexpr (((count<Args> == 1) && ...)) {
    return grouped(take<0>(args)...);
  } else {
    constexpr int total = (0 + ... + count<Args>);
    constexpr auto where = lay_out<total>(std::array<int, sizeof...(Args)>{count<Args>...});
    pack<Args...> const all{{args}...};
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return grouped(take<where.inner[I]>(at<where.outer[I]>(all))...);
    }(std::make_integer_sequence<int, total>{});
  }
}

}  // namespace splice

/// The chain that arguments of sequential, residual or a head stand for.
template <class... Args>
constexpr auto chain_of(Args const&... args) {
  return splice::joined(splice::layer_in(args)...);
}

/// Computes: the layers in order. Refuses: WF337 none, WF336 what is no layer, as one made without (); when
/// it is formed, WF314 a layer that does not fit the one before, WF518 an element type that does not compute.
/// Throws WF746 on a model that has values already.
template <class E = float, class First, class... Rest>
auto sequential(First const& first, Rest const&... rest) {
  using parts = decltype(splice::verdict<First, Rest...>());
  using element = computing<E>;
  if constexpr (parts::ok) {
    auto const layers = chain_of(splice::computing_with<element>(splice::layer_in(first)),
                                 splice::computing_with<element>(splice::layer_in(rest))...);
    using layer = std::remove_const_t<decltype(layers)>;
    using verdict = decltype(splice::form_verdict<E, layer>());
    if constexpr (!verdict::ok) verdict::report();
    return model<element, layer>(layers);
  } else {
    parts::report();
    return refuse::stand_in<model<element, chain<refused_layer>>>();
  }
}
template <class E = float>
auto sequential() {
  decltype(splice::verdict<>())::report();
  return refuse::stand_in<model<computing<E>, chain<refused_layer>>>();
}

}  // namespace wellformed::nn
