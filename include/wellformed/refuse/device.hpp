// SPDX-License-Identifier: Apache-2.0
// WF6xx: devices, memory and launches.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf601 {
  template <class... Values>
  struct refusal : broken<601> {
    static void report() {
      static_assert(broken<601>::forced<Values...>,
                    "[WF601] data(): the elements of a device tensor cannot be read by the host; do "
                    "move_to<host>(x) first");
    }
  };
};

struct wf602 {
  template <class... Values>
  struct refusal : broken<602> {
    static void report() {
      static_assert(broken<602>::forced<Values...>,
                    "[WF602] two operands live on different devices; do move_to<host>(x) or move_to<cuda>(x) "
                    "on one of them");
    }
  };
};

struct wf603 {
  template <class... Values>
  struct refusal : broken<603> {
    static void report() {
      static_assert(broken<603>::forced<Values...>,
                    "[WF603] this file computes on cuda but is not compiled by nvcc with the library's CUDA "
                    "part; compile it as CUDA, or move_to<host>(x) first");
    }
  };
};

struct wf605 {
  template <class... Values>
  struct refusal : broken<605> {
    static void report() {
      static_assert(broken<605>::forced<Values...>,
                    "[WF605] move_to: the model would be used up behind its name; write "
                    "move_to<...>(std::move(net)), or move net.clone()");
    }
  };
};

struct wf608 {
  template <class... Values>
  struct refusal : broken<608> {
    static void report() {
      static_assert(
          broken<608>::forced<Values...>,
          "[WF608] on cuda padded labels are counted by cross_entropy and nll_loss alone; give the loader "
          "keep or drop instead of pad, or compute this loss on host");
    }
  };
};

struct wf606 {
  template <class... Values>
  struct refusal : broken<606> {
    static void report() {
      static_assert(broken<606>::forced<Values...>,
                    "[WF606] launch_shape: no GPU runs a block of so many threads; take 1 to 1024, and let "
                    "each do several elements");
    }
  };
};

struct wf607 {
  template <class... Values>
  struct refusal : broken<607> {
    static void report() {
      static_assert(broken<607>::forced<Values...>,
                    "[WF607] launch_shape: no GPU gives a block so much shared memory; take at most 232448 "
                    "bytes, and let the blocks do smaller tiles");
    }
  };
};

}  // namespace wellformed::refuse
