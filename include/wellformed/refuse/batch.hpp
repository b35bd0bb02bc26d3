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

struct wf421 {
  template <class... Values>
  struct refusal : broken<421> {
    static void report() {
      static_assert(broken<421>::forced<Values...>,
                    "[WF421] loader: drop_if_below<K> needs 1 <= K <= batch size; give a K in this range");
    }
  };
};

struct wf422 {
  template <class... Values>
  struct refusal : broken<422> {
    static void report() {
      static_assert(broken<422>::forced<Values...>,
                    "[WF422] loader: a batch has at least one row; give batch_size<N> with N >= 1");
    }
  };
};

}  // namespace wellformed::refuse
