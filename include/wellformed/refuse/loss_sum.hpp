// SPDX-License-Identifier: Apache-2.0
// WF194 to WF197: losses combined with other things.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf194 {
  template <class... Values>
  struct refusal : broken<194> {
    static void report() {
      static_assert(broken<194>::forced<Values...>,
                    "[WF194] a loss is combined with something that is none; make it a loss with "
                    "loss_of(expression), or leave a constant away, since it has no gradient");
    }
  };
};

struct wf195 {
  template <class... Values>
  struct refusal : broken<195> {
    static void report() {
      static_assert(broken<195>::forced<Values...>,
                    "[WF195] a mean and a sum are added, and would be divided differently; give both losses "
                    "the same reduction");
    }
  };
};

struct wf196 {
  template <class... Values>
  struct refusal : broken<196> {
    static void report() {
      static_assert(broken<196>::forced<Values...>,
                    "[WF196] a loss is divided, but a mean knows its count and the step divides once; leave "
                    "it away, accumulate with g += ..., or weigh with 0.5 * loss");
    }
  };
};

struct wf197 {
  template <class... Values>
  struct refusal : broken<197> {
    static void report() {
      static_assert(broken<197>::forced<Values...>,
                    "[WF197] a loss without a tape (of eval, detach or plain tensors) is added to one with a "
                    "tape and would teach nothing; compute it with net.train(x), or report its item() alone");
    }
  };
};

}  // namespace wellformed::refuse
