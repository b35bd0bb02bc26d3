// SPDX-License-Identifier: Apache-2.0
// Element-wise operations of one operand, as a table: name, domain rule, value, slope. A line here is the
// whole addition of an operation: builder, fused kernel, gradient law and documentation follow from it. In a
// formula x is the operand, y the value just computed, T the element type.
#pragma once

#include <wellformed/core/math.hpp>
#include <wellformed/expr/build_map.hpp>
#include <wellformed/op/domain_rule.hpp>

// clang-format off
#define WF_UNARY_OPS(op)                                                                                         \
  op(negate,      arithmetic,          -x,                                      T(-1))                             \
  op(exp,         exponential,         math::exp(x),                            y)                                 \
  op(log,         logarithm,           math::log(x),                            T(1) / x)                          \
  op(log1p,       keeps_sign,          math::log1p(x),                          T(1) / (T(1) + x))                 \
  op(sqrt,        cut_at_zero,         math::sqrt(x),                           T(0.5) / y)                        \
  op(square,      cut_at_zero,         x * x,                                   T(2) * x)                          \
  op(reciprocal,  inverted,            T(1) / x,                                -y * y)                            \
  op(abs,         cut_at_zero,         math::abs(x),                            x > T(0) ? T(1) : x < T(0) ? T(-1) : T(0)) \
  op(sin,         arithmetic,          math::sin(x),                            math::cos(x))                      \
  op(cos,         arithmetic,          math::cos(x),                            -math::sin(x))                     \
  op(tanh,        squashed,            math::tanh(x),                           T(1) - y * y)                      \
  op(sigmoid,     into<unit_interval>, math::sigmoid(x),                        y * (T(1) - y))                    \
  op(relu,        cut_at_zero,         x < T(0) ? T(0) : x,                     x > T(0) ? T(1) : T(0))            \
  op(softplus,    into<nonnegative>,   x > T(0) ? x + math::log1p(math::exp(-x)) : math::log1p(math::exp(x)), math::sigmoid(x)) \
  op(silu,        bounded_below,       x * math::sigmoid(x),                    math::sigmoid(x) * (T(1) + x * (T(1) - math::sigmoid(x)))) \
  op(gelu,        bounded_below,       T(0.5) * x * (T(1) + math::erf(x * T(0.70710678118654752440))),             \
     T(0.5) * (T(1) + math::erf(x * T(0.70710678118654752440))) + x * T(0.39894228040143267794) * math::exp(T(-0.5) * x * x)) \
  op(complement,  reflected,           T(1) - x,                                T(-1))
// clang-format on

namespace wellformed {

#define WF_DEFINE_OP(Name, Rule, Formula, Slope)                      \
  struct Name##_function {                                            \
    using rule = domain_rule::Rule;                                   \
    static constexpr char const* name = #Name;                        \
    template <class T>                                                \
    WF_HD T value(T x) const {                                        \
      return Formula;                                                 \
    }                                                                 \
    template <int, class T>                                           \
    WF_HD T slope([[maybe_unused]] T y, [[maybe_unused]] T x) const { \
      return Slope;                                                   \
    }                                                                 \
  };                                                                  \
  template <Value X>                                                  \
  auto Name(X&& x) {                                                  \
    using from = typename std::remove_cvref_t<X>::meaning;            \
    using to = typename Name##_function::rule::template apply<from>;  \
    using verdict = decltype(map_check::verdict<X&&>());              \
    if constexpr (verdict::ok) {                                      \
      return build_map<Name##_function, to>({}, static_cast<X&&>(x)); \
    } else {                                                          \
      verdict::report();                                              \
      return refused_map<to, X>();                                    \
    }                                                                 \
  }
WF_UNARY_OPS(WF_DEFINE_OP)
#undef WF_DEFINE_OP

/// Every unary function, for the laws of the tests.
#define WF_NAME_OP(Name, Rule, Formula, Slope) , Name##_function
template <class... F>
struct unary_list {};
template <class, class... F>
struct drop_first {
  using type = unary_list<F...>;
};
using unary_functions = typename drop_first<void WF_UNARY_OPS(WF_NAME_OP)>::type;
#undef WF_NAME_OP
#undef WF_UNARY_OPS

}  // namespace wellformed
