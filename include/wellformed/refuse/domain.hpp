// SPDX-License-Identifier: Apache-2.0
// WF170 to WF189: value domains of operations.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf170 {
  template <class... Values>
  struct refusal : broken<170> {
    static void report() {
      static_assert(broken<170>::forced<Values...>,
                    "[WF170] softmax: the operand is already a probability, and softmax of a softmax "
                    "flattens it; pass the logits");
    }
  };
};

struct wf171 {
  template <class... Values>
  struct refusal : broken<171> {
    static void report() {
      static_assert(
          broken<171>::forced<Values...>,
          "[WF171] softmax: the operand is log-probabilities; write exp(x) to get the probabilities");
    }
  };
};

struct wf172 {
  template <class... Values>
  struct refusal : broken<172> {
    static void report() {
      static_assert(broken<172>::forced<Values...>,
                    "[WF172] log_softmax: the operand is a probability; write log(x), or pass the logits");
    }
  };
};

struct wf173 {
  template <class... Values>
  struct refusal : broken<173> {
    static void report() {
      static_assert(broken<173>::forced<Values...>,
                    "[WF173] log_softmax: the operand is log-probabilities already; use it as it is");
    }
  };
};

struct wf174 {
  template <class... Values>
  struct refusal : broken<174> {
    static void report() {
      static_assert(broken<174>::forced<Values...>,
                    "[WF174] softmax and log_softmax read real numbers or logits, and this operand was "
                    "bounded or cut before; pass the values before that, or assume_logits(x)");
    }
  };
};

struct wf175 {
  template <class... Values>
  struct refusal : broken<175> {
    static void report() {
      static_assert(broken<175>::forced<Values...>,
                    "[WF175] softmax and log_softmax: the operand is a label; pass the scores of a model");
    }
  };
};

struct wf176 {
  template <class... Values>
  struct refusal : broken<176> {
    static void report() {
      static_assert(broken<176>::forced<Values...>,
                    "[WF176] masked_fill: true of a keep_mask marks what stays, and masked_fill overwrites "
                    "what is true; write invert(mask), or make a drop_mask");
    }
  };
};

struct wf177 {
  template <class... Values>
  struct refusal : broken<177> {
    static void report() {
      static_assert(broken<177>::forced<Values...>,
                    "[WF177] smooth and mixup take one_hot or class_probs labels; write to_one_hot(y) first");
    }
  };
};

struct wf178 {
  template <class... Values>
  struct refusal : broken<178> {
    static void report() {
      static_assert(broken<178>::forced<Values...>,
                    "[WF178] masked_fill: the mask is not a boolean or drop_mask of bool elements; compare "
                    "numbers to make one");
    }
  };
};

struct wf179 {
  template <class... Values>
  struct refusal : broken<179> {
    static void report() {
      static_assert(
          broken<179>::forced<Values...>,
          "[WF179] invert: the operand is neither a keep_mask nor a drop_mask; state which one it is");
    }
  };
};

}  // namespace wellformed::refuse
