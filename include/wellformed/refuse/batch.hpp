// SPDX-License-Identifier: Apache-2.0
// WF4xx: batches and their sources.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf401 {
  template <class... Values>
  struct refusal : broken<401> {
    static void report() {
      static_assert(broken<401>::forced<Values...>,
                    "[WF401] rows of two different loaders meet; take both operands from one batch, or zip(the loaders)");
    }
  };
};

struct wf403 {
  template <class... Values>
  struct refusal : broken<403> {
    static void report() {
      static_assert(broken<403>::forced<Values...>,
                    "[WF403] two batches of one source have different bounds; take both operands from one batch");
    }
  };
};

}  // namespace wellformed::refuse
