// SPDX-License-Identifier: Apache-2.0
// heads: several results of one body. The model gives a tuple of tracked values, one a head; their losses are
// added.
#pragma once

#include <wellformed/nn/residual.hpp>

namespace wellformed::nn {

/// Computes: each head of the same input. Gradient: the sum over the heads.
/// Refuses: WF333 a single one, WF336 what is no layer, WF319 layers after heads, and heads in heads; a
/// backward that misses a head throws WF709. Example: `auto [a, b] = net.train(x); auto loss =
/// cross_entropy(std::move(a), y) + mse_loss(std::move(b), z);`
template <class... Heads>
struct heads_layer : stateless {
  using indices = std::make_integer_sequence<int, sizeof...(Heads)>;
  using form = chain_form<indices, Heads...>;
  static constexpr char const* name = "heads";
  static constexpr index_t parameters = (index_t{0} + ... + Heads::parameters);
  static constexpr index_t buffers = (index_t{0} + ... + Heads::buffers);
  static constexpr bool contains_layers = true;
  static constexpr int draws = (0 + ... + Heads::draws);
  using input = typename form::template layer_at<0>::type::input;
  using shared = typename form::shared;
  pack<Heads...> all;

  static constexpr auto check() {
    if constexpr ((ends_chain<Heads> || ...)) {
      return refuse::refused<refuse::wf319>{};
    } else {
      return first_refusal<typename formation_of<Heads>::type...>();
    }
  }
  using formation = decltype(check());

  template <class Visit>
  void each_layer(Visit&& visit) const {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (visit(at<I>(all), form::parameter_offset[I], form::buffer_offset[I], I), ...);
    }(indices{});
  }

  template <class Visit>
  static constexpr void each_layer_type(Visit visit) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (visit(type_tag<Heads>{}, form::parameter_offset[I], form::buffer_offset[I], I), ...);
    }(indices{});
  }

  template <class X>
  using output = std::tuple<typename Heads::template output<X>...>;
  template <class X>
  using saved = pack<typename Heads::template saved<X>...>;
  using results = std::array<raw, sizeof...(Heads)>;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return first_refusal<decltype(Heads::template verdict<Mode, X>())...>();
  }
  template <class X, class E, class Device>
  results eval(pass<E, Device> const& p, raw const& x) const {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return results{at<I>(all).template eval<X>(p.at(here<I>), x)...};
    }(indices{});
  }
  template <class X, class E, class Device>
  results train(pass<E, Device> const& p, raw const& x, saved<X>& keep) const {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return results{at<I>(all).template train<X>(p.at(here<I>), x, at<I>(keep))...};
    }(indices{});
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, saved<X>& kept, results const& gradients,
               bool want_input) const {
    raw sum;
    auto const one = [&]<int I>(std::integral_constant<int, I>) {
      auto gx = at<I>(all).template backward<X>(p.at(here<I>), at<I>(kept), gradients[I], want_input);
      if (want_input) sum = I == 0 ? std::move(gx) : added<E>(p.where, std::move(sum), gx);
    };
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (one(std::integral_constant<int, I>{}), ...);
    }(indices{});
    return sum;
  }

 private:
  template <int I>
  static constexpr place_in_chain here{form::parameter_offset[I], form::buffer_offset[I],
                                       form::draw_offset[I]};
};

template <class... Heads>
inline constexpr bool ends_chain<heads_layer<Heads...>> = true;

/// `heads(linear<64, digit>(), sequential(linear<64, 8>(), relu(), linear<8, 1>()))`
template <class... Args>
constexpr auto heads(Args const&... args) {
  using parts = decltype(splice::verdict<Args...>());
  using verdict = std::conditional_t<sizeof...(Args) == 1, refuse::refused<refuse::wf333>, parts>;
  if constexpr (verdict::ok) {
    return heads_layer<std::remove_cvref_t<decltype(splice::layer_in(args))>...>{
        {}, {{splice::layer_in(args)}...}};
  } else {
    verdict::report();
    return refused_layer{};
  }
}

}  // namespace wellformed::nn
