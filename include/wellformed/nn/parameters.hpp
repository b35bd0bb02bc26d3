// SPDX-License-Identifier: Apache-2.0
// The parameters of a model by name: names as PyTorch's state_dict ("0.weight", "3.1.bias"), known at compile
// time.
#pragma once

#include <wellformed/core/meta.hpp>
#include <wellformed/nn/parameter_list.hpp>

namespace wellformed::nn {

/// One parameter of a model with layer type Layer: a view that shares the model's numbers.
template <class E, class Layer, int K>
struct parameter_view {
  static constexpr auto const& info = parameter_list<Layer>::entries[K];
  static constexpr auto const& name = info.name;
  static constexpr int rank = info.rank;

  arena<E> owner;

  E* data() const noexcept { return owner.parameters() + info.offset; }
  index_t size() const noexcept { return info.count; }
  index_t extent(int axis) const noexcept { return info.extents[static_cast<std::size_t>(axis)]; }
  E* begin() const noexcept { return data(); }
  E* end() const noexcept { return data() + size(); }
};

/// The text of a literal as a type: `"0.weight"_p`.
template <std::size_t N>
struct literal_text {
  char text[N] = {};
  consteval literal_text(char const (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
  }
};
template <literal_text Text>
struct parameter_name_literal {
  static constexpr auto written = Text;
};

/// The parameters of a model by name: a Hana tuple of views in the order of PyTorch's state_dict, whose keys
/// are constants. Example: `auto set = nn::parameters(net); set["0.weight"_p].data();` `set.for_each([](auto
/// const& p) { ... p.name.text, p.data(), p.size() ... });`
template <class E, class Layer>
class parameter_set {
 public:
  static constexpr int count = parameter_list<Layer>::count;

  explicit parameter_set(arena<E> const& numbers) : views_(all(numbers, indices{})) {}

  /// Whether the model has a parameter of this name, for `if constexpr`.
  template <class Name>
  static constexpr bool contains(Name) {
    return parameter_list<Layer>::find(Name::written.text) >= 0;
  }

  /// The parameter of this name. Refuses: WF732 a name that the model does not have.
  template <class Name>
    requires requires { Name::written.text; }
  auto operator[](Name) const {
    constexpr int found = parameter_list<Layer>::find(Name::written.text);
    if constexpr (found >= 0) {
      return meta::at<found>(views_);
    } else {
      refuse::refused<refuse::wf732, Name>::report();
      return refuse::stand_in<parameter_view<E, Layer, 0>>();
    }
  }

  /// Calls visit(view) for each parameter; extents and names are constants of the view's type.
  template <class Visit>
  void for_each(Visit visit) const {
    meta::for_each(views_, visit);
  }

  /// The Hana tuple, for algorithms of one's own.
  auto const& views() const noexcept { return views_; }

 private:
  using indices = std::make_integer_sequence<int, count>;
  template <int... K>
  static auto all(arena<E> const& numbers, std::integer_sequence<int, K...>) {
    return meta::list(parameter_view<E, Layer, K>{numbers}...);
  }
  decltype(all(std::declval<arena<E> const&>(), indices{})) views_;
};

/// All parameters of a model. The set shares the model's numbers. Who wants one of them names it to
/// `parameter`, who wants plain pointers takes `for_each_parameter`: neither makes a type for every
/// parameter.
template <class E, class Layer>
parameter_set<E, Layer> parameters(model<E, Layer> const& net) {
  return parameter_set<E, Layer>(net.numbers());
}

/// The parameter of this name: `nn::parameter(net, "0.weight"_p)`. Refuses: WF732 a name that the model does
/// not have.
template <class E, class Layer, class Name>
  requires requires { Name::written.text; }
auto parameter(model<E, Layer> const& net, Name) {
  constexpr int found = parameter_list<Layer>::find(Name::written.text);
  if constexpr (found >= 0) {
    return parameter_view<E, Layer, found>{net.numbers()};
  } else {
    refuse::refused<refuse::wf732, Name>::report();
    return refuse::stand_in<parameter_view<E, Layer, 0>>();
  }
}

/// Calls visit(name, data, count) for each parameter, in the order of PyTorch's state_dict.
template <class E, class Layer, class Visit>
void for_each_parameter(model<E, Layer> const& net, Visit visit) {
  for (auto const& info : parameter_list<Layer>::entries) {
    if (info.count > 0) visit(info.name.text, net.numbers().parameters() + info.offset, info.count);
  }
}

/// The same for running statistics.
template <class E, class Layer, class Visit>
void for_each_buffer(model<E, Layer> const& net, Visit visit) {
  for (auto const& info : buffer_list<Layer>::entries) {
    if (info.count > 0) visit(info.name.text, net.numbers().buffers() + info.offset, info.count);
  }
}

}  // namespace wellformed::nn

namespace wellformed::literals {

template <nn::literal_text Text>
consteval auto operator""_p() {
  return nn::parameter_name_literal<Text>{};
}

}  // namespace wellformed::literals
