// SPDX-License-Identifier: Apache-2.0
// Element-wise operations of two operands, as a table: name, domain rule, value, slope by a, slope by b. In a
// formula a and b are the operands, y the value just computed. Operators + - * / follow.
#pragma once

#include <wellformed/core/math.hpp>
#include <wellformed/expr/build_map.hpp>
#include <wellformed/op/domain_pair.hpp>
#include <wellformed/op/unary.hpp>

// clang-format off
#define WF_BINARY_OPS(op)                                                                      \
  op(add,       sum_of,         a + b,            T(1),                              T(1))                        \
  op(subtract,  difference_of,  a - b,            T(1),                              T(-1))                       \
  op(multiply,  product_of,     a * b,            b,                                 a)                           \
  op(divide,    quotient_of,    a / b,            T(1) / b,                          -y / b)                      \
  op(minimum,   lesser_of,      a < b || a != a ? a : b,  a < b ? T(1) : a == b ? T(0.5) : T(0),  b < a ? T(1) : a == b ? T(0.5) : T(0)) \
  op(maximum,   greater_of,     a > b || a != a ? a : b,  a > b ? T(1) : a == b ? T(0.5) : T(0),  b > a ? T(1) : a == b ? T(0.5) : T(0)) \
  op(pow,       power_of,       math::pow(a, b),  b == T(0) ? T(0) : b * math::pow(a, b - T(1)),        a > T(0) ? y * math::log(a) : T(0))
// clang-format on

namespace wellformed {

#define WF_DEFINE_OP(Name, Rule, Formula, SlopeA, SlopeB)                                   \
  struct Name##_function {                                                                  \
    using rule = domain_rule::Rule;                                                         \
    static constexpr char const* name = #Name;                                              \
    template <class T>                                                                      \
    WF_HD T value(T a, T b) const {                                                         \
      return Formula;                                                                       \
    }                                                                                       \
    template <int K, class T>                                                               \
    WF_HD T slope([[maybe_unused]] T y, [[maybe_unused]] T a, [[maybe_unused]] T b) const { \
      if constexpr (K == 0)                                                                 \
        return SlopeA;                                                                      \
      else                                                                                  \
        return SlopeB;                                                                      \
    }                                                                                       \
  };
WF_BINARY_OPS(WF_DEFINE_OP)
#undef WF_DEFINE_OP

#define WF_NAME_OP(Name, Rule, Formula, SlopeA, SlopeB) , Name##_function
using binary_functions = typename drop_first<void WF_BINARY_OPS(WF_NAME_OP)>::type;
#undef WF_NAME_OP
#undef WF_BINARY_OPS

/// One side may be a number; both sides have the same axes.
template <class A, class B>
concept Operands = (Value<A> && (Value<B> || std::is_arithmetic_v<std::remove_cvref_t<B>>)) ||
                   (Value<B> && std::is_arithmetic_v<std::remove_cvref_t<A>>);

#define WF_DEFINE_BUILDER(Name, Function)                                                           \
  template <class A, class B>                                                                       \
    requires Operands<A, B>                                                                         \
  auto Name(A&& a, B&& b) {                                                                         \
    using verdict = decltype(map_check::verdict<A&&, B&&>());                                       \
    using meaning = domain_rule::combined<Function##_function::rule, A, B>;                         \
    if constexpr (verdict::ok) {                                                                    \
      return build_map<Function##_function, meaning>({}, static_cast<A&&>(a), static_cast<B&&>(b)); \
    } else {                                                                                        \
      verdict::report();                                                                            \
      return refused_map<meaning, A, B>();                                                          \
    }                                                                                               \
  }
WF_DEFINE_BUILDER(operator+, add)
WF_DEFINE_BUILDER(operator-, subtract)
WF_DEFINE_BUILDER(operator*, multiply)
WF_DEFINE_BUILDER(operator/, divide)
WF_DEFINE_BUILDER(minimum, minimum)
WF_DEFINE_BUILDER(maximum, maximum)
WF_DEFINE_BUILDER(pow, pow)
#undef WF_DEFINE_BUILDER

template <Value X>
auto operator-(X&& x) {
  return negate(static_cast<X&&>(x));
}

}  // namespace wellformed
