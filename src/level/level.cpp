// SPDX-License-Identifier: Apache-2.0
// Which level of kernels this processor runs.
#include <cstdlib>
#include <string_view>

#include <wellformed/core/error.hpp>

#ifdef WELLFORMED_WITH_EIGEN
#include "../backend/eigen_product.hpp"
#endif
#include "functions.hpp"

namespace wellformed::backend {

#define WF_LEVEL(name)                                       \
  namespace name {                                           \
  extern row_functions<float> const rows_of_float;           \
  extern row_functions<double> const rows_of_double;         \
  extern update_functions<float> const updates_of_float;     \
  extern update_functions<double> const updates_of_double;   \
  extern product_functions<float> const products_of_float;   \
  extern product_functions<double> const products_of_double; \
  }
WF_LEVEL(baseline)
WF_LEVEL(avx2)
WF_LEVEL(avx512)
#undef WF_LEVEL

namespace {

struct level_table {
  char const* name;
  bool can;  ///< this processor
  level_functions<float> of_float;
  level_functions<double> of_double;
};

#define WF_LEVEL(name, can)                                                                  \
  level_table {                                                                              \
    #name, can, {&name::rows_of_float, &name::updates_of_float, &name::products_of_float}, { \
      &name::rows_of_double, &name::updates_of_double, &name::products_of_double             \
    }                                                                                        \
  }

/// Its products are Eigen's, unless everything is one header.
level_table baseline_table() {
  level_table table = WF_LEVEL(baseline, true);
#ifdef WELLFORMED_WITH_EIGEN
  table.of_float.products = &eigen_products_of_float;
  table.of_double.products = &eigen_products_of_double;
#endif
  return table;
}

/// The highest that can, or the one that is asked for.
level_table pick() {
#ifdef WELLFORMED_X86_LEVELS
  bool const has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool const has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512vl");
  level_table const tables[] = {WF_LEVEL(avx512, has_avx512), WF_LEVEL(avx2, has_avx2), baseline_table()};
#else
  level_table const tables[] = {baseline_table()};
#endif
  char const* const wanted = std::getenv("WELLFORMED_LEVEL");
  for (auto const& table : tables) {
    if (table.can && (wanted == nullptr || std::string_view(wanted) == table.name)) return table;
  }
  message text(690);
  text << "WELLFORMED_LEVEL is '" << wanted << "'; this processor has the levels";
  for (auto const& table : tables) {
    if (table.can) text << " " << table.name;
  }
  text.raise();
}
#undef WF_LEVEL

level_table const& chosen() {
  static level_table const table = pick();
  return table;
}

}  // namespace

template <>
level_functions<float> const& level<float>() {
  return chosen().of_float;
}
template <>
level_functions<double> const& level<double>() {
  return chosen().of_double;
}

}  // namespace wellformed::backend
