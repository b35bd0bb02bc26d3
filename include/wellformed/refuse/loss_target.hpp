// SPDX-License-Identifier: Apache-2.0
// WF109 to WF193: kinds of targets, by loss, and options. What the prediction must be stands in loss.hpp.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf109 {
  template <class... Values>
  struct refusal : broken<109> {
    static void report() {
      static_assert(broken<109>::forced<Values...>,
                    "[WF109] cross_entropy, nll_loss: the target is numbers without a label kind; declare "
                    "class_index<S> for ids, or class_probs<S> for soft labels, where the data enters");
    }
  };
};

struct wf110 {
  template <class... Values>
  struct refusal : broken<110> {
    static void report() {
      static_assert(broken<110>::forced<Values...>,
                    "[WF110] loss over classes: the labels are multi-hot, several classes can be true at "
                    "once; use binary_cross_entropy_with_logits on the logits");
    }
  };
};

struct wf111 {
  template <class... Values>
  struct refusal : broken<111> {
    static void report() {
      static_assert(broken<111>::forced<Values...>,
                    "[WF111] loss over classes: the labels are binary with one column; use "
                    "binary_cross_entropy_with_logits with the head linear<N, binary<S>>()");
    }
  };
};

struct wf112 {
  template <class... Values>
  struct refusal : broken<112> {
    static void report() {
      static_assert(broken<112>::forced<Values...>,
                    "[WF112] loss of classes: the targets are quantities (regression); use mse_loss, l1_loss "
                    "or huber_loss");
    }
  };
};

struct wf113 {
  template <class... Values>
  struct refusal : broken<113> {
    static void report() {
      static_assert(broken<113>::forced<Values...>,
                    "[WF113] loss: the labels are -1 and +1; declare them binary<S> and use "
                    "binary_cross_entropy_with_logits, or class_index<S> and use cross_entropy");
    }
  };
};

struct wf114 {
  template <class... Values>
  struct refusal : broken<114> {
    static void report() {
      static_assert(broken<114>::forced<Values...>,
                    "[WF114] loss: the target is token ids, which are the input of an embedding; declare the "
                    "tokens to be predicted class_index<V> and use cross_entropy");
    }
  };
};

struct wf115 {
  template <class... Values>
  struct refusal : broken<115> {
    static void report() {
      static_assert(broken<115>::forced<Values...>,
                    "[WF115] loss: the target is positions or indices, which are no classes; declare them "
                    "class_index<S> and use cross_entropy");
    }
  };
};

struct wf116 {
  template <class... Values>
  struct refusal : broken<116> {
    static void report() {
      static_assert(broken<116>::forced<Values...>,
                    "[WF116] cross_entropy: the target is log-probabilities; pass exp(target), or use "
                    "kl_div(log_softmax(z), target)");
    }
  };
};

struct wf117 {
  template <class... Values>
  struct refusal : broken<117> {
    static void report() {
      static_assert(
          broken<117>::forced<Values...>,
          "[WF117] loss over one class: softmax of one number is always 1, and nothing is learned; use "
          "binary_cross_entropy_with_logits with the head linear<N, binary<S>>() and binary<S> labels");
    }
  };
};

struct wf125 {
  template <class... Values>
  struct refusal : broken<125> {
    static void report() {
      static_assert(broken<125>::forced<Values...>,
                    "[WF125] nll_loss: the target is a distribution over classes; use kl_div(log_p, target), "
                    "or cross_entropy on the logits");
    }
  };
};

struct wf133 {
  template <class... Values>
  struct refusal : broken<133> {
    static void report() {
      static_assert(broken<133>::forced<Values...>,
                    "[WF133] kl_div: the labels name one class; use nll_loss(log_p, y) with class ids, or "
                    "cross_entropy on the logits");
    }
  };
};

struct wf135 {
  template <class... Values>
  struct refusal : broken<135> {
    static void report() {
      static_assert(broken<135>::forced<Values...>,
                    "[WF135] kl_div: the target is not known to be a distribution over classes; apply "
                    "softmax or log_softmax to it, or declare class_probs<S> where the data enters");
    }
  };
};

struct wf144 {
  template <class... Values>
  struct refusal : broken<144> {
    static void report() {
      static_assert(broken<144>::forced<Values...>,
                    "[WF144] binary loss: the labels are class ids, one class of many; use cross_entropy, or "
                    "declare them binary<S> for a set of two");
    }
  };
};

struct wf145 {
  template <class... Values>
  struct refusal : broken<145> {
    static void report() {
      static_assert(broken<145>::forced<Values...>,
                    "[WF145] binary loss: the labels are a distribution over classes that exclude each "
                    "other; use cross_entropy on the logits");
    }
  };
};

struct wf149 {
  template <class... Values>
  struct refusal : broken<149> {
    static void report() {
      static_assert(broken<149>::forced<Values...>,
                    "[WF149] binary loss: the target is not known to lie in [0, 1]; declare it binary<S>, "
                    "multi_hot<S> or unit_interval where the data enters");
    }
  };
};

struct wf164 {
  template <class... Values>
  struct refusal : broken<164> {
    static void report() {
      static_assert(
          broken<164>::forced<Values...>,
          "[WF164] mse_loss, l1_loss, huber_loss: the labels are class ids, which are names without a "
          "distance; use cross_entropy, or declare regression<D> if the number is a quantity");
    }
  };
};

struct wf165 {
  template <class... Values>
  struct refusal : broken<165> {
    static void report() {
      static_assert(broken<165>::forced<Values...>,
                    "[WF165] mse_loss, l1_loss, huber_loss: the target is a distribution over classes; use "
                    "cross_entropy on the logits, or kl_div");
    }
  };
};

struct wf166 {
  template <class... Values>
  struct refusal : broken<166> {
    static void report() {
      static_assert(
          broken<166>::forced<Values...>,
          "[WF166] mse_loss, l1_loss, huber_loss: the labels are yes or no; use "
          "binary_cross_entropy_with_logits on the logits, or binary_cross_entropy after a sigmoid");
    }
  };
};

struct wf168 {
  template <class... Values>
  struct refusal : broken<168> {
    static void report() {
      static_assert(broken<168>::forced<Values...>,
                    "[WF168] mse_loss, l1_loss, huber_loss: the target is neither a quantity nor known to be "
                    "a finite number; declare regression<D> where the data enters, or cast before the loss");
    }
  };
};

struct wf190 {
  template <class... Values>
  struct refusal : broken<190> {
    static void report() {
      static_assert(
          broken<190>::forced<Values...>,
          "[WF190] loss: this loss has no such option; options are written by name, as label_smoothing{0.1}, "
          "and each belongs to certain losses");
    }
  };
};

struct wf191 {
  template <class... Values>
  struct refusal : broken<191> {
    static void report() {
      static_assert(broken<191>::forced<Values...>,
                    "[WF191] loss: two options of one kind were given; keep one of them");
    }
  };
};

struct wf192 {
  template <class... Values>
  struct refusal : broken<192> {
    static void report() {
      static_assert(broken<192>::forced<Values...>,
                    "[WF192] loss: mean over labels with an ignored id has no value if every row is ignored; "
                    "add all_ignored::fails{} or all_ignored::is_zero{}, or use reduction::sum{}");
    }
  };
};

struct wf193 {
  template <class... Values>
  struct refusal : broken<193> {
    static void report() {
      static_assert(broken<193>::forced<Values...>,
                    "[WF193] loss: all_ignored was given, and no label of this kind can be ignored; drop the "
                    "option, or declare class_index<S, ignore<Id>>");
    }
  };
};

}  // namespace wellformed::refuse
