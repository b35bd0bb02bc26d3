// SPDX-License-Identifier: Apache-2.0
// What is known of a chain of layers before it reads anything: where each layer's numbers begin, whether
// neighbours fit, which blocks of numbers are shared.
#pragma once

#include <wellformed/nn/layer.hpp>
#include <wellformed/refuse/axes.hpp>

namespace wellformed::nn {

/// Index of the first false, or the length.
template <std::size_t N>
constexpr int first_false(bool const (&good)[N]) {
  int i = 0;
  while (i < static_cast<int>(N) && good[i]) ++i;
  return i;
}

/// The first verdict that is a refusal, or accepted.
template <class... Verdicts>
constexpr auto first_refusal() {
  if constexpr ((Verdicts::ok && ...)) {
    return refuse::accepted{};
  } else {
    constexpr bool good[] = {Verdicts::ok...};
    using all = type_slots<std::make_integer_sequence<int, sizeof...(Verdicts)>, Verdicts...>;
    return typename decltype(type_in<first_false(good)>(static_cast<all const*>(nullptr)))::type{};
  }
}

/// The verdict on a layer by itself.
template <class L>
struct formation_of {
  using type = refuse::accepted;
};
template <class L>
  requires requires { typename L::formation; }
struct formation_of<L> {
  using type = typename L::formation;
};

/// True for a layer whose result is not one tensor: it ends a chain.
template <class L>
inline constexpr bool ends_chain = false;

/// What L makes of X; the results of heads stay what they are, since no layer may follow.
template <class L, class X>
struct output_of {
  using type = typename L::template output<X>;
};
template <class L, class... X>
struct output_of<L, std::tuple<X...>> {
  using type = std::tuple<X...>;
};

/// Whether a tag of shared numbers stands for two different layers.
template <class List>
struct tags_of_list;
template <class... Blocks>
struct tags_of_list<type_list<Blocks...>> {
  template <class Block>
  static constexpr int uses = (0 + ... + (std::is_same_v<typename Block::tag, typename Blocks::tag> ? 1 : 0));
  static constexpr bool clash = ((uses<Blocks> > 1) || ...);
};

template <class Indices, class... Layers>
struct chain_form;

template <int... I, class... Layers>
struct chain_form<std::integer_sequence<int, I...>, Layers...> {
  static constexpr int count = sizeof...(Layers);
  using types = type_slots<std::integer_sequence<int, I...>, Layers...>;
  template <int K>
  struct layer_at : decltype(type_in<K>(static_cast<types const*>(nullptr))) {};

  /// Sums of what stands before each layer.
  template <class T>
  struct sums {
    T values[sizeof...(Layers) + 1];
    constexpr explicit sums(std::array<T, sizeof...(Layers)> counts) : values{} {
      for (std::size_t i = 0; i < sizeof...(Layers); ++i) values[i + 1] = values[i] + counts[i];
    }
    constexpr T operator[](int i) const { return values[i]; }
  };
  static constexpr bool reads_ids = nn::reads_ids<typename layer_at<0>::type>;
  static constexpr sums<index_t> parameter_offset{{Layers::parameters...}};
  static constexpr sums<index_t> buffer_offset{{Layers::buffers...}};
  static constexpr sums<int> draw_offset{{Layers::draws...}};
  static constexpr sums<int> span_offset{{Layers::span...}};

 private:
  static constexpr bool makes[sizeof...(Layers) + 1] = {!std::is_void_v<typename Layers::output_axis>...,
                                                        false};
  static constexpr bool reads[sizeof...(Layers) + 1] = {!std::is_void_v<typename Layers::input>..., false};
  static constexpr bool ends[sizeof...(Layers) + 1] = {ends_chain<Layers>..., false};

  /// The last layer before `end` that makes an axis of its own, or -1.
  static constexpr int maker(int end) {
    int found = end - 1;
    while (found >= 0 && !makes[found]) --found;
    return found;
  }
  /// The first layer that reads a certain axis, or -1 if one that makes another comes before it.
  static constexpr int reader() {
    for (int i = 0; i < count; ++i) {
      if (reads[i]) return i;
      if (makes[i]) return -1;
    }
    return -1;
  }
  template <int K>
  struct output_axis_at : type_tag<typename layer_at<K>::type::output_axis> {};
  template <int K>
    requires(K < 0)
  struct output_axis_at<K> : type_tag<void> {};
  template <int K>
  struct input_at : type_tag<typename layer_at<K>::type::input> {};
  template <int K>
    requires(K < 0)
  struct input_at<K> : type_tag<void> {};

  template <int K, class L>
  static constexpr auto fit() {
    using made = typename output_axis_at<maker(K)>::type;
    using own = typename formation_of<L>::type;
    if constexpr (K > 0 && ends[K == 0 ? 0 : K - 1]) {
      return refuse::refused<refuse::wf319, refuse::at_layer<span_offset[K - 1]>>{};
    } else if constexpr (!own::ok) {
      return own{};
    } else if constexpr (std::is_void_v<made> || std::is_same_v<made, any_axis> ||
                         std::is_void_v<typename L::input> || std::is_same_v<made, typename L::input>) {
      return refuse::accepted{};
    } else {
      return refuse::refused<refuse::wf314, refuse::at_layer<span_offset[K]>, refuse::got<made>,
                             refuse::required<typename L::input>>{};
    }
  }

  template <class... Lists>
  struct merge_shared : type_tag<type_list<>> {};
  template <class First, class... Rest>
  struct merge_shared<First, Rest...> : type_tag<merge<First, typename merge_shared<Rest...>::type>> {};
  static auto all_shared() {
    if constexpr ((std::is_same_v<typename Layers::shared, type_list<>> && ...)) {
      return type_tag<type_list<>>{};
    } else {
      return merge_shared<typename Layers::shared...>{};
    }
  }

 public:
  using input = typename input_at<reader()>::type;
  using output_axis = typename output_axis_at<maker(count)>::type;
  using shared = typename decltype(all_shared())::type;

 private:
  static constexpr auto tags() {
    if constexpr (tags_of_list<shared>::clash) {
      return refuse::refused<refuse::wf331, refuse::got<shared>>{};
    } else {
      return refuse::accepted{};
    }
  }

 public:
  using formation = decltype(first_refusal<decltype(fit<I, Layers>())..., decltype(tags())>());
};

}  // namespace wellformed::nn
