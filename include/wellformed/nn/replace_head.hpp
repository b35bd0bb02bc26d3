// SPDX-License-Identifier: Apache-2.0
// replace_head: a trained body with a new last layer for another label set.
#pragma once

#include <wellformed/nn/initialise.hpp>
#include <wellformed/nn/linear.hpp>
#include <wellformed/nn/sequential.hpp>

namespace wellformed::nn {

namespace head_swap {

template <class L>
inline constexpr bool is_linear = false;
template <class In, class Out, bool Bias>
inline constexpr bool is_linear<linear_layer<In, Out, Bias>> = true;

template <class S, class L>
struct new_head;
template <class S, class In, class Out, bool Bias>
struct new_head<S, linear_layer<In, Out, Bias>> {
  using type = linear_between<In, S, std::conditional_t<Bias, with_bias, no_bias>>;
};

template <class S, class... Ls, int... I>
constexpr auto swapped(chain<Ls...> const& all, std::integer_sequence<int, I...>) {
  using last = typename chain<Ls...>::template layer<static_cast<int>(sizeof...(Ls)) - 1>;
  using head = typename new_head<S, last>::type;
  return chain<typename chain<Ls...>::template layer<I>..., head>(at<I>(all.all())..., head{});
}

}  // namespace head_swap

/// Computes: a model with the numbers of `net`, but for its last layer, which is a new linear layer onto
/// classes<S>. The old model is consumed. Refuses: WF335 a model whose last layer is not linear, WF217 a kind
/// of labels in place of their set. Example:
/// `auto fine = nn::replace_head<breed>(std::move(net), seed{3});`
template <class S, class E, class... Ls, class Device>
auto replace_head(model<E, chain<Ls...>, Device>&& net, seed s) {
  constexpr int body = static_cast<int>(sizeof...(Ls)) - 1;
  using old = chain<Ls...>;
  using side = decltype(linear_check::side<S>());
  if constexpr (!side::ok) {
    side::report();
    return refuse::stand_in<model<E, chain<refused_layer>>>();
  } else if constexpr (!head_swap::is_linear<typename old::template layer<body>>) {
    refuse::refused<refuse::wf335, refuse::got<typename old::template layer<body>>>::report();
    return std::move(net);
  } else {
    auto const layers = head_swap::swapped<S>(net.layer(), std::make_integer_sequence<int, body>{});
    using fresh = std::remove_const_t<decltype(layers)>;
    net.numbers().check_initialised();
    model<E, fresh, Device> result(layers, net.where());
    initialise(result, s);
    auto const copy = [where = net.where()](E* to, E const* from, index_t count) {
      backend::copy(where, to, from, static_cast<std::size_t>(count) * sizeof(E));
    };
    copy(result.numbers().parameters(), net.numbers().parameters(), old::form::parameter_offset[body]);
    copy(result.numbers().parameters() + fresh::parameters, net.numbers().parameters() + old::parameters,
         model<E, old, Device>::blocks::total);
    copy(result.numbers().buffers(), net.numbers().buffers(), old::buffers);
    auto const spent = std::move(net);
    return result;
  }
}

}  // namespace wellformed::nn
