// SPDX-License-Identifier: Apache-2.0
// Layer normalisation, over the last axis of each row.
#pragma once

#include <wellformed/backend/normalise.hpp>
#include <wellformed/nn/batch_norm.hpp>

namespace wellformed::nn {

/// Computes: y = weight (x - mean) / sqrt(variance + eps) + bias, per row over the last axis; the same in
/// both modes. Shapes: unchanged. Gradient: input, weight, bias. Refuses: WF316 another last axis than F.
template <Axis F>
struct layer_norm_layer : stateless {
  static constexpr char const* name = "layer_norm";
  static constexpr index_t features = F::max;
  static constexpr index_t parameters = 2 * features;
  using input = F;
  double eps = 1e-5;

  static constexpr auto parameter_table() {
    using enum parameter_info::start;
    return std::array<parameter_info, 2>{{{"weight", features, ones}, {"bias", features, zeros}}};
  }
  template <class X>
  using output = typed<typename X::element, real, typename X::axes_type>;
  template <class X>
  using saved = normalised;

  template <class Mode, class X>
  static constexpr auto verdict() {
    return norm_check::last_axis<F, typename X::axes_type>();
  }
  template <class X, class E, class Device>
  raw eval(pass<E, Device> const& p, raw const& x) const {
    auto y = uninitialised_like<E>(x);
    E* const none = nullptr;
    backend::layer_norm_forward(p.where, data<E>(y), none, none, data<E>(x), p.parameters,
                                p.parameters + features, static_cast<E>(eps), x.rows_before_last(), features);
    return y;
  }
  template <class X, class E, class Device>
  raw train(pass<E, Device> const& p, raw const& x, normalised& keep) const {
    auto const bytes = static_cast<std::size_t>(x.rows_before_last()) * sizeof(E);
    keep = {x, slab(bytes, p.where.memory()), slab(bytes, p.where.memory())};
    auto y = uninitialised_like<E>(x);
    backend::layer_norm_forward(p.where, data<E>(y), static_cast<E*>(keep.mean.data()),
                                static_cast<E*>(keep.inverse_deviation.data()), data<E>(x), p.parameters,
                                p.parameters + features, static_cast<E>(eps), x.rows_before_last(), features);
    return y;
  }
  template <class X, class E, class Device>
  raw backward(pass_back<E, Device> const& p, normalised& kept, raw const& gradient, bool want_input) const {
    raw gx;
    if (want_input) gx = uninitialised_like<E>(gradient);
    backend::layer_norm_backward(p.where, want_input ? data<E>(gx) : nullptr, p.gradient,
                                 p.gradient + features, data<E>(gradient), data<E>(kept.input),
                                 static_cast<E const*>(kept.mean.data()),
                                 static_cast<E const*>(kept.inverse_deviation.data()), p.parameters,
                                 gradient.rows_before_last(), features);
    return gx;
  }
};

/// `layer_norm<64>()`, or an axis or a label set by name.
template <index_t Features>
auto layer_norm(double eps = 1e-5) {
  check_number("layer_norm", "eps", eps, 1e-300, 1e300);
  return layer_norm_layer<dim<Features>>{{}, eps};
}
template <class Features>
auto layer_norm(double eps = 1e-5) {
  check_number("layer_norm", "eps", eps, 1e-300, 1e300);
  return layer_norm_layer<typename axis_named<Features>::type>{{}, eps};
}

/// Refuses: WF342 sizes that are no constants.
template <std::integral Size, class... More>
constexpr auto layer_norm(Size, More...) {
  refuse::refused<refuse::wf342, refuse::got<Size>>::report();
  return refused_layer{};
}

}  // namespace wellformed::nn
