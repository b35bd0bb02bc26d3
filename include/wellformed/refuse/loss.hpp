// SPDX-License-Identifier: Apache-2.0
// WF100 to WF167: value domains of predictions, by loss. What the target must be stands in loss_target.hpp.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf100 {
  template <class... Values>
  struct refusal : broken<100> {
    static void report() {
      static_assert(
          broken<100>::forced<Values...>,
          "[WF100] loss: an argument is no tensor; pass the prediction first, then the labels, then options; "
          "of several heads each has its own loss, and losses add up");
    }
  };
};

struct wf101 {
  template <class... Values>
  struct refusal : broken<101> {
    static void report() {
      static_assert(broken<101>::forced<Values...>,
                    "[WF101] cross_entropy: the prediction is a probability (softmax was applied), and "
                    "cross_entropy applies softmax itself; pass the logits, or use nll_loss(log(p), y)");
    }
  };
};

struct wf102 {
  template <class... Values>
  struct refusal : broken<102> {
    static void report() {
      static_assert(broken<102>::forced<Values...>,
                    "[WF102] cross_entropy: the prediction went through a sigmoid, and cross_entropy applies "
                    "softmax; pass the logits, or use binary_cross_entropy for binary and multi_hot labels");
    }
  };
};

struct wf103 {
  template <class... Values>
  struct refusal : broken<103> {
    static void report() {
      static_assert(broken<103>::forced<Values...>,
                    "[WF103] cross_entropy: the prediction is log-probabilities (log_softmax was applied), "
                    "and cross_entropy applies it itself; pass the logits, or use nll_loss(log_p, y)");
    }
  };
};

struct wf104 {
  template <class... Values>
  struct refusal : broken<104> {
    static void report() {
      static_assert(
          broken<104>::forced<Values...>,
          "[WF104] cross_entropy: the prediction lies on one side of a number (exp, relu, gelu, "
          "square, or made of them), so it is no log-weight; pass the values before that, -(distance), "
          "or assume_logits(x)");
    }
  };
};

struct wf105 {
  template <class... Values>
  struct refusal : broken<105> {
    static void report() {
      static_assert(broken<105>::forced<Values...>,
                    "[WF105] loss: the prediction is true or false, which has no slope; pass the scores it "
                    "was decided from");
    }
  };
};

struct wf106 {
  template <class... Values>
  struct refusal : broken<106> {
    static void report() {
      static_assert(
          broken<106>::forced<Values...>,
          "[WF106] loss on logits: the prediction was bounded (softmax, sigmoid) and then computed with, so "
          "it is not known to be logits; pass the values before that, or assume_logits(x)");
    }
  };
};

struct wf107 {
  template <class... Values>
  struct refusal : broken<107> {
    static void report() {
      static_assert(
          broken<107>::forced<Values...>,
          "[WF107] loss: the prediction is a probability that was narrowed, so it may be exactly 0 or 1 and "
          "its logarithm infinite; compute the loss before the narrowing cast, from logits where you can");
    }
  };
};

struct wf108 {
  template <class... Values>
  struct refusal : broken<108> {
    static void report() {
      static_assert(
          broken<108>::forced<Values...>,
          "[WF108] loss: the prediction holds labels; the prediction comes first and the labels second");
    }
  };
};

struct wf120 {
  template <class... Values>
  struct refusal : broken<120> {
    static void report() {
      static_assert(broken<120>::forced<Values...>,
                    "[WF120] nll_loss: the prediction is not known to be log-probabilities; apply "
                    "log_softmax, or use cross_entropy on the logits");
    }
  };
};

struct wf121 {
  template <class... Values>
  struct refusal : broken<121> {
    static void report() {
      static_assert(broken<121>::forced<Values...>,
                    "[WF121] nll_loss: the prediction is a probability, not its logarithm; use log_softmax "
                    "instead of softmax, or pass log(p)");
    }
  };
};

struct wf122 {
  template <class... Values>
  struct refusal : broken<122> {
    static void report() {
      static_assert(broken<122>::forced<Values...>,
                    "[WF122] nll_loss: the prediction went through a sigmoid and is no distribution over "
                    "classes; apply log_softmax to the logits, or use binary_cross_entropy");
    }
  };
};

struct wf130 {
  template <class... Values>
  struct refusal : broken<130> {
    static void report() {
      static_assert(broken<130>::forced<Values...>,
                    "[WF130] kl_div: the prediction is not known to be log-probabilities; apply log_softmax "
                    "to the logits");
    }
  };
};

struct wf131 {
  template <class... Values>
  struct refusal : broken<131> {
    static void report() {
      static_assert(broken<131>::forced<Values...>,
                    "[WF131] kl_div: the prediction is a probability, not its logarithm; use log_softmax "
                    "instead of softmax, or pass log(p)");
    }
  };
};

struct wf132 {
  template <class... Values>
  struct refusal : broken<132> {
    static void report() {
      static_assert(broken<132>::forced<Values...>,
                    "[WF132] kl_div: the prediction went through a sigmoid and is no distribution over "
                    "classes; apply log_softmax to the logits, or use binary_cross_entropy");
    }
  };
};

struct wf140 {
  template <class... Values>
  struct refusal : broken<140> {
    static void report() {
      static_assert(broken<140>::forced<Values...>,
                    "[WF140] binary_cross_entropy_with_logits: a sigmoid was applied, and this loss applies "
                    "it itself; drop the sigmoid, or use binary_cross_entropy");
    }
  };
};

struct wf141 {
  template <class... Values>
  struct refusal : broken<141> {
    static void report() {
      static_assert(broken<141>::forced<Values...>,
                    "[WF141] binary_cross_entropy_with_logits: softmax was applied, and this loss applies a "
                    "sigmoid itself; pass the logits, or use nll_loss(log(p), y) for one class of many");
    }
  };
};

struct wf142 {
  template <class... Values>
  struct refusal : broken<142> {
    static void report() {
      static_assert(broken<142>::forced<Values...>,
                    "[WF142] binary_cross_entropy_with_logits: the prediction is log-probabilities; pass the "
                    "logits, or use nll_loss(log_p, y) for one class of many");
    }
  };
};

struct wf143 {
  template <class... Values>
  struct refusal : broken<143> {
    static void report() {
      static_assert(
          broken<143>::forced<Values...>,
          "[WF143] binary_cross_entropy_with_logits: the prediction lies on one side of a number (exp, relu, "
          "gelu, square, or made of them), so it is no log-odds; pass the values before that, or "
          "assume_logits(x)");
    }
  };
};

struct wf150 {
  template <class... Values>
  struct refusal : broken<150> {
    static void report() {
      static_assert(broken<150>::forced<Values...>,
                    "[WF150] binary_cross_entropy: the prediction is not known to be a probability; use "
                    "binary_cross_entropy_with_logits on the logits");
    }
  };
};

struct wf151 {
  template <class... Values>
  struct refusal : broken<151> {
    static void report() {
      static_assert(broken<151>::forced<Values...>,
                    "[WF151] binary_cross_entropy: softmax was applied, so the classes exclude each other; "
                    "use cross_entropy on the logits, or a sigmoid for independent classes");
    }
  };
};

struct wf152 {
  template <class... Values>
  struct refusal : broken<152> {
    static void report() {
      static_assert(broken<152>::forced<Values...>,
                    "[WF152] binary_cross_entropy: the prediction is log-probabilities; use nll_loss(log_p, "
                    "y), or binary_cross_entropy_with_logits on the logits");
    }
  };
};

struct wf160 {
  template <class... Values>
  struct refusal : broken<160> {
    static void report() {
      static_assert(broken<160>::forced<Values...>,
                    "[WF160] mse_loss, l1_loss, huber_loss: one side is stated to be logits and the other is "
                    "a quantity; give logits on both sides, or the output before assume_logits");
    }
  };
};

struct wf161 {
  template <class... Values>
  struct refusal : broken<161> {
    static void report() {
      static_assert(broken<161>::forced<Values...>,
                    "[WF161] mse_loss, l1_loss, huber_loss: the prediction is log-probabilities; use "
                    "nll_loss with class ids, or kl_div with class_probs");
    }
  };
};

struct wf162 {
  template <class... Values>
  struct refusal : broken<162> {
    static void report() {
      static_assert(broken<162>::forced<Values...>,
                    "[WF162] mse_loss, l1_loss, huber_loss: the prediction is a probability over classes; "
                    "use cross_entropy on the logits, or kl_div(log_softmax(z), q)");
    }
  };
};

struct wf167 {
  template <class... Values>
  struct refusal : broken<167> {
    static void report() {
      static_assert(
          broken<167>::forced<Values...>,
          "[WF167] mse_loss, l1_loss, huber_loss: the prediction lies in [-1, 1] (tanh), and the target "
          "in [0, 1]; end the net in a sigmoid, or scale the target: target * 2 - 1");
    }
  };
};

}  // namespace wellformed::refuse
