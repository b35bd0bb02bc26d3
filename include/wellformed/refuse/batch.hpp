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
                    "[WF401] rows of two different loaders meet; take both operands from one batch, or "
                    "zip(the loaders)");
    }
  };
};

struct wf403 {
  template <class... Values>
  struct refusal : broken<403> {
    static void report() {
      static_assert(
          broken<403>::forced<Values...>,
          "[WF403] two batches of one source have different bounds; take both operands from one batch");
    }
  };
};

struct wf421 {
  template <class... Values>
  struct refusal : broken<421> {
    static void report() {
      static_assert(broken<421>::forced<Values...>,
                    "[WF421] loader: drop_if_below<K> and keep_at_least<K> need 1 <= K <= batch size; give a "
                    "K in this range");
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

struct wf423 {
  template <class... Values>
  struct refusal : broken<423> {
    static void report() {
      static_assert(broken<423>::forced<Values...>,
                    "[WF423] loader: an option is unknown or given twice; give at most one of keep, drop, "
                    "drop_if_below<K>, pad, replicate, and at most one shuffle{seed}");
    }
  };
};

struct wf424 {
  template <class... Values>
  struct refusal : broken<424> {
    static void report() {
      static_assert(broken<424>::forced<Values...>,
                    "[WF424] zip: the loaders promise different numbers of rows a batch; give them one "
                    "batch_size and one policy");
    }
  };
};

struct wf425 {
  template <class... Values>
  struct refusal : broken<425> {
    static void report() {
      static_assert(
          broken<425>::forced<Values...>,
          "[WF425] zip: a loader is a temporary and would be gone before its batches; give it a name first");
    }
  };
};

struct wf420 {
  template <class... Values>
  struct refusal : broken<420> {
    static void report() {
      static_assert(broken<420>::forced<Values...>,
                    "[WF420] batch_norm: a training batch may have a single row, which has no variance; give "
                    "the loader drop_if_below<2>, drop or replicate, or another batch size");
    }
  };
};

struct wf426 {
  template <class... Values>
  struct refusal : broken<426> {
    static void report() {
      static_assert(broken<426>::forced<Values...>,
                    "[WF426] loader: the last batch of this data set has fewer rows than keep_at_least<K> "
                    "promises; use a batch size without such a tail, or drop_if_below<K>");
    }
  };
};

struct wf427 {
  template <class... Values>
  struct refusal : broken<427> {
    static void report() {
      static_assert(broken<427>::forced<Values...>,
                    "[WF427] rows of padding would count; take the labels with their mask (b.y, or "
                    "padded{target, b.y.mask}), or give the loader keep");
    }
  };
};

struct wf428 {
  template <class... Values>
  struct refusal : broken<428> {
    static void report() {
      static_assert(broken<428>::forced<Values...>,
                    "[WF428] evaluate: this loader drops or repeats rows, so the result would not be that of "
                    "the data set; evaluate over a loader with keep or pad");
    }
  };
};

struct wf429 {
  template <class... Values>
  struct refusal : broken<429> {
    static void report() {
      static_assert(broken<429>::forced<Values...>,
                    "[WF429] labels of a padded batch were used without their mask; pass b.y to a loss or "
                    "metric as it is, or give the loader keep");
    }
  };
};

struct wf430 {
  template <class... Values>
  struct refusal : broken<430> {
    static void report() {
      static_assert(
          broken<430>::forced<Values...>,
          "[WF430] loader: the batch size is part of the type; write batch_size<64> with a constant");
    }
  };
};

struct wf431 {
  template <class... Values>
  struct refusal : broken<431> {
    static void report() {
      static_assert(broken<431>::forced<Values...>,
                    "[WF431] loader: it has no name for its rows, so nothing keeps them apart from those of "
                    "another loader; write loader<train_rows>(...) with a struct of yours");
    }
  };
};

}  // namespace wellformed::refuse
