// SPDX-License-Identifier: Apache-2.0
// WF3xx: axes and extents.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf310 {
  template <class... Values>
  struct refusal : broken<310> {
    static void report() {
      static_assert(broken<310>::forced<Values...>,
                    "[WF310] element-wise: the operands have different axes; use operands with equal axes, "
                    "or ask for broadcast_like(x, other)");
    }
  };
};

struct wf311 {
  template <class... Values>
  struct refusal : broken<311> {
    static void report() {
      static_assert(broken<311>::forced<Values...>,
                    "[WF311] broadcast_like: the axes of the operand are not among those of the target; name "
                    "axes that the target has");
    }
  };
};

struct wf312 {
  template <class... Values>
  struct refusal : broken<312> {
    static void report() {
      static_assert(broken<312>::forced<Values...>,
                    "[WF312] this axis is not one of the tensor's axes; name one of them");
    }
  };
};

struct wf313 {
  template <class... Values>
  struct refusal : broken<313> {
    static void report() {
      static_assert(broken<313>::forced<Values...>,
                    "[WF313] linear: the last axis of the input is not the one that the layer reads; give "
                    "the layer this axis as its input, or change the layer before");
    }
  };
};

struct wf314 {
  template <class... Values>
  struct refusal : broken<314> {
    static void report() {
      static_assert(broken<314>::forced<Values...>,
                    "[WF314] sequential: a layer's output does not fit the input of the next layer; make the "
                    "two extents equal");
    }
  };
};

struct wf315 {
  template <class... Values>
  struct refusal : broken<315> {
    static void report() {
      static_assert(broken<315>::forced<Values...>,
                    "[WF315] the batch axis cannot be reduced away, merged or squeezed here; keep it first");
    }
  };
};

struct wf316 {
  template <class... Values>
  struct refusal : broken<316> {
    static void report() {
      static_assert(broken<316>::forced<Values...>,
                    "[WF316] normalisation: the layer's features are not the axis of the input; give the "
                    "layer the extent of that axis");
    }
  };
};

struct wf340 {
  template <class... Values>
  struct refusal : broken<340> {
    static void report() {
      static_assert(broken<340>::forced<Values...>,
                    "[WF340] loss over classes: the labels must have the axes of the prediction without its "
                    "class axis; drop or add axes of one side");
    }
  };
};

struct wf341 {
  template <class... Values>
  struct refusal : broken<341> {
    static void report() {
      static_assert(broken<341>::forced<Values...>,
                    "[WF341] loss: both sides must have the same axes, since nothing is broadcast; reshape "
                    "one side, or ask for broadcast_like(x, other)");
    }
  };
};

struct wf317 {
  template <class... Values>
  struct refusal : broken<317> {
    static void report() {
      static_assert(broken<317>::forced<Values...>,
                    "[WF317] batch_norm: two axes of the input could be the features; name the feature axis, "
                    "as in batch_norm<axis<channel, 3>>()");
    }
  };
};

struct wf318 {
  template <class... Values>
  struct refusal : broken<318> {
    static void report() {
      static_assert(broken<318>::forced<Values...>,
                    "[WF318] residual: the inner layers change the axes, and x + f(x) needs equal ones; make "
                    "the last inner layer give the axes of the input");
    }
  };
};

struct wf319 {
  template <class... Values>
  struct refusal : broken<319> {
    static void report() {
      static_assert(broken<319>::forced<Values...>,
                    "[WF319] sequential: heads give several results, and no layer can follow them; make "
                    "heads(...) the last layer, with further layers inside of each head");
    }
  };
};

struct wf330 {
  template <class... Values>
  struct refusal : broken<330> {
    static void report() {
      static_assert(broken<330>::forced<Values...>,
                    "[WF330] flatten: an axis of run-time length has no fixed product; give each axis but "
                    "the batch a static extent");
    }
  };
};

struct wf331 {
  template <class... Values>
  struct refusal : broken<331> {
    static void report() {
      static_assert(
          broken<331>::forced<Values...>,
          "[WF331] tied: one tag stands for two different layers; use one tag for layers of one type");
    }
  };
};

struct wf335 {
  template <class... Values>
  struct refusal : broken<335> {
    static void report() {
      static_assert(broken<335>::forced<Values...>,
                    "[WF335] replace_head: the last layer of the model is not linear; end the model with "
                    "linear<...>()");
    }
  };
};

struct wf301 {
  template <class... Values>
  struct refusal : broken<301> {
    static constexpr void report() {
      static_assert(broken<301>::forced<Values...>,
                    "[WF301] an axis needs 0 <= Min <= Max; swap the bounds, or use the number of "
                    "elements");
    }
  };
};

struct wf304 {
  template <class... Values>
  struct refusal : broken<304> {
    static void report() {
      static_assert(broken<304>::forced<Values...>,
                    "[WF304] extent<A>: the tensor has no axis A; name one of its axes");
    }
  };
};

struct wf306 {
  template <class... Values>
  struct refusal : broken<306> {
    static void report() {
      static_assert(broken<306>::forced<Values...>,
                    "[WF306] share<N>: a value is shared by two or more; use it once without share");
    }
  };
};

struct wf332 {
  template <class... Values>
  struct refusal : broken<332> {
    static void report() {
      static_assert(broken<332>::forced<Values...>,
                    "[WF332] a model reads tensors of at most 8 axes; flatten some of them");
    }
  };
};

struct wf333 {
  template <class... Values>
  struct refusal : broken<333> {
    static constexpr void report() {
      static_assert(broken<333>::forced<Values...>,
                    "[WF333] heads: one head is no fork; write its layers in place of heads(...)");
    }
  };
};

struct wf334 {
  template <class... Values>
  struct refusal : broken<334> {
    static constexpr void report() {
      static_assert(broken<334>::forced<Values...>,
                    "[WF334] tied: running statistics are not shared; tie the layers around them");
    }
  };
};

struct wf336 {
  template <class... Values>
  struct refusal : broken<336> {
    static constexpr void report() {
      static_assert(broken<336>::forced<Values...>,
                    "[WF336] an argument is no layer; make one with (), as in relu() and linear<2, "
                    "4>()");
    }
  };
};

struct wf337 {
  template <class... Values>
  struct refusal : broken<337> {
    static void report() {
      static_assert(broken<337>::forced<Values...>,
                    "[WF337] sequential: a model has at least one layer; write sequential(linear<2, "
                    "4>(), relu())");
    }
  };
};

struct wf338 {
  template <class... Values>
  struct refusal : broken<338> {
    static constexpr void report() {
      static_assert(broken<338>::forced<Values...>,
                    "[WF338] linear: this is no axis; write a number, a label set, binary<S>, or "
                    "axis<tag, N>");
    }
  };
};

struct wf339 {
  template <class... Values>
  struct refusal : broken<339> {
    static constexpr void report() {
      static_assert(broken<339>::forced<Values...>,
                    "[WF339] a layer has a fixed number of weights, 1 to 2^48; give both "
                    "axes one extent each, not 0, and smaller ones if their product is beyond");
    }
  };
};

struct wf342 {
  template <class... Values>
  struct refusal : broken<342> {
    static constexpr void report() {
      static_assert(
          broken<342>::forced<Values...>,
          "[WF342] the sizes of a layer are part of its type; write linear<64, 128>() with constants");
    }
  };
};

}  // namespace wellformed::refuse
