// SPDX-License-Identifier: Apache-2.0
// Layers one after the other. What the chain needs to know (offsets, runs of element-wise layers, the first layer
// that does not fit) comes from arrays over the pack, not from recursion.
#pragma once

#include <optional>
#include <tuple>

#include <wellformed/nn/layer.hpp>
#include <wellformed/refuse/axes.hpp>

namespace wellformed::nn {

template <class T>
struct type_tag {
  using type = T;
};

namespace chain_check {

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

}  // namespace chain_check


template <class... Layers>
class chain {
 public:
  using formation = typename chain_check::verdict_from<void, 0, Layers...>::type;
  static constexpr bool well_formed = formation::ok;
  static constexpr int size = sizeof...(Layers);
  template <int I>
  using layer = std::tuple_element_t<static_cast<std::size_t>(I), std::tuple<Layers...>>;

  using layers = std::tuple<Layers...>;
  static constexpr index_t parameters = (index_t{0} + ... + Layers::parameters);
  static constexpr index_t buffers = (index_t{0} + ... + Layers::buffers);
  static constexpr int draws = (0 + ... + Layers::draws);

  explicit constexpr chain(Layers... each) : layers_(each...) {}
  layers const& all() const noexcept { return layers_; }

  template <int I>
  static constexpr index_t offset(index_t const (&counts)[sizeof...(Layers) + 1]) {
    index_t total = 0;
    for (int i = 0; i < I; ++i) total += counts[i];
    return total;
  }
  static constexpr index_t parameter_counts[sizeof...(Layers) + 1] = {Layers::parameters..., 0};
  static constexpr index_t buffer_counts[sizeof...(Layers) + 1] = {Layers::buffers..., 0};
  static constexpr index_t draw_counts[sizeof...(Layers) + 1] = {Layers::draws..., 0};
  static constexpr bool element_wise[sizeof...(Layers) + 1] = {ElementWiseLayer<Layers>..., false};

  /// End of the run of element-wise layers that begins at `first`.
  static constexpr int run_end(int first) {
    int end = first;
    while (element_wise[end]) ++end;
    return end;
  }

  /// Tensor type that layer I reads when the chain reads X.
  template <int I, class X>
  struct flow {
    using type = typename layer<I - 1>::template output<typename flow<I - 1, X>::type>;
  };
  template <class X>
  struct flow<0, X> {
    using type = X;
  };
  template <int I, class X>
  using input_of = typename flow<I, X>::type;
  template <class X>
  using output = input_of<size, X>;

 private:
  template <int I, class X>
  static constexpr auto saved_tag() {
    if constexpr (!ElementWiseLayer<layer<I>>) {
      return type_tag<typename layer<I>::template saved<input_of<I, X>>>{};
    } else if constexpr (I == 0 || !element_wise[I == 0 ? 0 : I - 1]) {
      return type_tag<std::optional<input_of<I, X>>>{};
    } else {
      return type_tag<nothing>{};
    }
  }
  template <class X, int... I>
  static auto all_saved(std::integer_sequence<int, I...>)
      -> type_tag<std::tuple<typename decltype(saved_tag<I, X>())::type...>>;

 public:
  template <class X>
  using saved = typename decltype(all_saved<X>(std::make_integer_sequence<int, size>{}))::type;

  /// The first refusal among the layers, or accepted.
  template <class Mode, class X, int I = 0>
  static constexpr auto verdict() {
    if constexpr (I == size) {
      return refuse::accepted{};
    } else if constexpr (ElementWiseLayer<layer<I>>) {
      return verdict<Mode, X, I + 1>();
    } else {
      using own = decltype(layer<I>::template verdict<Mode, input_of<I, X>>());
      if constexpr (own::ok) {
        return verdict<Mode, X, I + 1>();
      } else {
        return own{};
      }
    }
  }

  template <class E, class X>
  auto train(pass<E> const& p, X const& x, saved<X>& keep) const {
    return train_from<0, X>(p, x, keep);
  }
  template <class E, class X>
  auto eval(pass<E> const& p, X const& x) const {
    return eval_from<0>(p, x);
  }
  template <class E, class X, class G>
  auto backward(pass_back<E> const& p, saved<X>& kept, G gradient, bool want_input) const {
    return backward_from<size, X>(p, kept, std::move(gradient), want_input);
  }

 private:
  template <int I>
  auto const& at() const {
    return std::get<static_cast<std::size_t>(I)>(layers_);
  }

  /// The functors of layers I to End around a leaf, innermost first.
  template <int I, int End, class Lowered>
  auto wrap(Lowered const& leaf) const {
    if constexpr (I == End) {
      return leaf;
    } else {
      using step = backend::apply<typename layer<I>::functor, Lowered>;
      return wrap<I + 1, End>(step{at<I>().function, {{leaf}}});
    }
  }
  template <int I, int End, class X>
  auto run(X const& x) const {
    using E = typename X::element;
    auto y = input_of_run<I, End, X>::uninitialised(x.extents(), x.serial());
    backend::host::map(y.mutable_data(), wrap<I, End>(backend::load<E>{x.data()}), y.size());
    return y;
  }
  template <int I, int End, class X>
  struct run_flow {
    using type = typename layer<End - 1>::template output<typename run_flow<I, End - 1, X>::type>;
  };
  template <int I, class X>
  struct run_flow<I, I, X> {
    using type = X;
  };
  template <int I, int End, class X>
  using input_of_run = typename run_flow<I, End, X>::type;

  template <int I, class X, class Now, class E>
  auto train_from(pass<E> const& p, Now const& x, saved<X>& keep) const {
    if constexpr (I == size) {
      return x;
    } else if constexpr (ElementWiseLayer<layer<I>>) {
      std::get<static_cast<std::size_t>(I)>(keep) = x;
      return train_from<run_end(I), X>(p, run<I, run_end(I)>(x), keep);
    } else {
      auto y = at<I>().train(here<I>(p), x, std::get<static_cast<std::size_t>(I)>(keep));
      return train_from<I + 1, X>(p, y, keep);
    }
  }
  template <int I, class Now, class E>
  auto eval_from(pass<E> const& p, Now const& x) const {
    if constexpr (I == size) {
      return x;
    } else if constexpr (ElementWiseLayer<layer<I>>) {
      return eval_from<run_end(I)>(p, run<I, run_end(I)>(x));
    } else {
      return eval_from<I + 1>(p, at<I>().eval(here<I>(p), x));
    }
  }
  template <int I, class E>
  static pass<E> here(pass<E> const& p) {
    constexpr auto parameter = offset<I>(parameter_counts), buffer = offset<I>(buffer_counts);
    return p.at(parameter, buffer, offset<I>(draw_counts));
  }

  static constexpr int run_begin(int end) {
    int begin = end;
    while (begin > 0 && element_wise[begin - 1]) --begin;
    return begin;
  }

  /// Way back through layers [0, End); returns the gradient of the input, if wanted.
  template <int End, class X, class G, class E>
  auto backward_from(pass_back<E> const& p, saved<X>& kept, G gradient, bool want_input) const {
    if constexpr (End == 0) {
      return std::optional<G>(std::move(gradient));
    } else if constexpr (element_wise[End == 0 ? 0 : End - 1]) {
      constexpr int begin = run_begin(End);
      auto const& x = *std::get<static_cast<std::size_t>(begin)>(kept);
      using input = std::remove_cvref_t<decltype(x)>;
      auto gx = with_meaning<input, real>::uninitialised(x.extents(), x.serial());
      backend::host::map_backward(gradient.data(),
                                  wrap<begin, End>(backend::load_tracked<E>{x.data(), gx.mutable_data()}), x.size());
      return backward_from<begin, X>(p, kept, std::move(gx), want_input);
    } else {
      constexpr int I = End - 1;
      constexpr bool first = I == 0;
      using Now = input_of<I, X>;
      auto gx = at<I>().template backward<E, Now>(p.at(offset<I>(parameter_counts), offset<I>(draw_counts)),
                                                  std::get<static_cast<std::size_t>(I)>(kept), std::move(gradient),
                                                  !first || want_input);
      if constexpr (first) {
        return gx;
      } else {
        return backward_from<I, X>(p, kept, *std::move(gx), want_input);
      }
    }
  }

  layers layers_;
};

}  // namespace wellformed::nn
