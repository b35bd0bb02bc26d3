// SPDX-License-Identifier: Apache-2.0
// WF2xx: label sets and label kinds.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf204 {
  template <class... Values>
  struct refusal : broken<204> {
    static void report() {
      static_assert(broken<204>::forced<Values...>,
                    "[WF204] class ids and indices are names, not quantities, and have no arithmetic; use to_one_hot(y) for numbers");
    }
  };
};


struct wf205 {
  template <class... Values>
  struct refusal : broken<205> {
    static void report() {
      static_assert(broken<205>::forced<Values...>,
                    "[WF205] a model reads numbers, and ids are names; use nn::embedding or to_one_hot(y) first");
    }
  };
};


}  // namespace wellformed::refuse
