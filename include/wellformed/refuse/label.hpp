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

struct wf230 {
  template <class... Values>
  struct refusal : broken<230> {
    static void report() {
      static_assert(broken<230>::forced<Values...>,
                    "[WF230] metrics: the prediction is no score of a class (a label, or bounded once and computed with); pass what net.eval(x) gives: logits, real, log_prob or simplex");
    }
  };
};

struct wf231 {
  template <class... Values>
  struct refusal : broken<231> {
    static void report() {
      static_assert(broken<231>::forced<Values...>,
                    "[WF231] metrics: the label names no single class a row; use class_index<S>, or binary<S> for one column");
    }
  };
};

struct wf232 {
  template <class... Values>
  struct refusal : broken<232> {
    static void report() {
      static_assert(broken<232>::forced<Values...>,
                    "[WF232] metrics: the prediction has no class axis of the label's set; make the last layer linear<N, S>, or linear<N, binary<S>> for binary labels");
    }
  };
};

struct wf233 {
  template <class... Values>
  struct refusal : broken<233> {
    static void report() {
      static_assert(broken<233>::forced<Values...>,
                    "[WF233] metrics: prediction and label have different label sets, whose classes do not correspond; use labels of the set that the model predicts");
    }
  };
};

struct wf234 {
  template <class... Values>
  struct refusal : broken<234> {
    static void report() {
      static_assert(broken<234>::forced<Values...>,
                    "[WF234] metrics: the label's axes are not those of the prediction without its class axis; take both from one batch");
    }
  };
};

struct wf235 {
  template <class... Values>
  struct refusal : broken<235> {
    static void report() {
      static_assert(broken<235>::forced<Values...>,
                    "[WF235] metrics: top_k<K> needs 1 <= K < number of classes; with K classes every row would be a hit");
    }
  };
};

}  // namespace wellformed::refuse
