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
                    "[WF204] class ids and indices are names, not quantities, and have no arithmetic; use "
                    "to_one_hot(y) for numbers");
    }
  };
};

struct wf205 {
  template <class... Values>
  struct refusal : broken<205> {
    static void report() {
      static_assert(
          broken<205>::forced<Values...>,
          "[WF205] a model reads numbers, and ids are names; use nn::embedding or to_one_hot(y) first");
    }
  };
};

struct wf230 {
  template <class... Values>
  struct refusal : broken<230> {
    static void report() {
      static_assert(
          broken<230>::forced<Values...>,
          "[WF230] metrics: the prediction is no score of a class (a label, or made of exp, relu or "
          "probabilities); pass what net.eval(x) gives: logits, real, log_prob or simplex");
    }
  };
};

struct wf231 {
  template <class... Values>
  struct refusal : broken<231> {
    static void report() {
      static_assert(broken<231>::forced<Values...>,
                    "[WF231] metrics: the label names no single class a row; use class_index<S>, or "
                    "binary<S> for one column");
    }
  };
};

struct wf232 {
  template <class... Values>
  struct refusal : broken<232> {
    static void report() {
      static_assert(broken<232>::forced<Values...>,
                    "[WF232] metrics: the prediction has no class axis of the label's set; make the last "
                    "layer linear<N, S>, or linear<N, binary<S>> for binary labels");
    }
  };
};

struct wf233 {
  template <class... Values>
  struct refusal : broken<233> {
    static void report() {
      static_assert(broken<233>::forced<Values...>,
                    "[WF233] metrics: prediction and label have different label sets, whose classes do not "
                    "correspond; use labels of the set that the model predicts");
    }
  };
};

struct wf234 {
  template <class... Values>
  struct refusal : broken<234> {
    static void report() {
      static_assert(broken<234>::forced<Values...>,
                    "[WF234] metrics: the label's axes are not those of the prediction without its class "
                    "axis; take both from one batch");
    }
  };
};

struct wf235 {
  template <class... Values>
  struct refusal : broken<235> {
    static void report() {
      static_assert(
          broken<235>::forced<Values...>,
          "[WF235] metrics: top_k<K> needs 1 <= K <= number of classes; give a K that the label set has");
    }
  };
};

struct wf240 {
  template <class... Values>
  struct refusal : broken<240> {
    static void report() {
      static_assert(
          broken<240>::forced<Values...>,
          "[WF240] loss: the prediction and the labels stand over different label sets; take labels of the "
          "prediction's set, or give the net the head linear<N, S>() with S the set of the labels");
    }
  };
};

struct wf241 {
  template <class... Values>
  struct refusal : broken<241> {
    static void report() {
      static_assert(broken<241>::forced<Values...>,
                    "[WF241] loss: the prediction has no class axis, so nothing says which column is which "
                    "class; make the head linear<N, S>() with S the set of the labels");
    }
  };
};

struct wf242 {
  template <class... Values>
  struct refusal : broken<242> {
    static void report() {
      static_assert(
          broken<242>::forced<Values...>,
          "[WF242] loss: the target is a distribution along an axis that is no class axis; make the net that "
          "gives it end in linear<N, S>(), or declare class_probs<S> where the data enters");
    }
  };
};

struct wf243 {
  template <class... Values>
  struct refusal : broken<243> {
    static void report() {
      static_assert(broken<243>::forced<Values...>,
                    "[WF243] loss: the class weights belong to another label set than the labels; make "
                    "class_weights<S> with S the set of the labels");
    }
  };
};

struct wf244 {
  template <class... Values>
  struct refusal : broken<244> {
    static void report() {
      static_assert(broken<244>::forced<Values...>,
                    "[WF244] binary loss: binary labels go with one column, and the prediction has more; "
                    "make the head linear<N, binary<S>>(), or use class_index<S> labels and cross_entropy");
    }
  };
};

struct wf245 {
  template <class... Values>
  struct refusal : broken<245> {
    static void report() {
      static_assert(broken<245>::forced<Values...>,
                    "[WF245] binary loss: pos_weight belongs to other columns than the prediction's; make "
                    "pos_weight<S> for multi_hot<S>, pos_weight<binary<S>> for binary<S>, pos_weight<dim<N>> "
                    "for N columns");
    }
  };
};

struct wf206 {
  template <class... Values>
  struct refusal : broken<206> {
    static void report() {
      static_assert(broken<206>::forced<Values...>,
                    "[WF206] to_one_hot: some rows carry the ignored id and belong to no class; drop them, "
                    "or give the loss the class ids");
    }
  };
};

struct wf207 {
  template <class... Values>
  struct refusal : broken<207> {
    static void report() {
      static_assert(broken<207>::forced<Values...>,
                    "[WF207] relabel: say how the classes correspond; pass by_name{}, or a table type with "
                    "`static constexpr index_t to[N]`");
    }
  };
};

struct wf208 {
  template <class... Values>
  struct refusal : broken<208> {
    static void report() {
      static_assert(broken<208>::forced<Values...>,
                    "[WF208] relabel: a class of the old set has no namesake in the new one; pass a table, "
                    "or complete the names");
    }
  };
};

struct wf209 {
  template <class... Values>
  struct refusal : broken<209> {
    static void report() {
      static_assert(broken<209>::forced<Values...>,
                    "[WF209] relabel: the table must give one id of the new set for each class of the old "
                    "one; correct its length or its ids");
    }
  };
};

struct wf210 {
  template <class... Values>
  struct refusal : broken<210> {
    static void report() {
      static_assert(broken<210>::forced<Values...>,
                    "[WF210] this operation takes class_index labels; give it the class ids");
    }
  };
};

struct wf211 {
  template <class... Values>
  struct refusal : broken<211> {
    static void report() {
      static_assert(broken<211>::forced<Values...>,
                    "[WF211] smooth and mixup join labels of one label set; relabel one side");
    }
  };
};

struct wf213 {
  template <class... Values>
  struct refusal : broken<213> {
    static void report() {
      static_assert(broken<213>::forced<Values...>,
                    "[WF213] relabel: the ignored id is a class of the new set, so this class would be "
                    "ignored; declare another ignored id");
    }
  };
};

struct wf214 {
  template <class... Values>
  struct refusal : broken<214> {
    static void report() {
      static_assert(broken<214>::forced<Values...>,
                    "[WF214] embedding: the input holds no ids of this vocabulary; declare the column as "
                    "token_id<V>, or give the embedding the vocabulary of the ids");
    }
  };
};

struct wf201 {
  template <class... Values>
  struct refusal : broken<201> {
    static constexpr void report() {
      static_assert(broken<201>::forced<Values...>,
                    "[WF201] label_set<N>: a label set has at least one member; give the number of "
                    "classes");
    }
  };
};

struct wf202 {
  template <class... Values>
  struct refusal : broken<202> {
    static constexpr void report() {
      static_assert(broken<202>::forced<Values...>,
                    "[WF202] label_set: `names` and the set differ in length; give one name per class");
    }
  };
};

struct wf203 {
  template <class... Values>
  struct refusal : broken<203> {
    static constexpr void report() {
      static_assert(broken<203>::forced<Values...>,
                    "[WF203] binary<S>: S must have two members; use class_index<S> for more");
    }
  };
};

struct wf216 {
  template <class... Values>
  struct refusal : broken<216> {
    static constexpr void report() {
      static_assert(broken<216>::forced<Values...>,
                    "[WF216] label_set: two classes have one name; give each its own");
    }
  };
};

struct wf217 {
  template <class... Values>
  struct refusal : broken<217> {
    static constexpr void report() {
      static_assert(broken<217>::forced<Values...>,
                    "[WF217] linear: a head stands over a label set, and this is a kind of labels; "
                    "write linear<N, S>() with the set S, or linear<N, D>() for D quantities");
    }
  };
};

struct wf236 {
  template <class... Values>
  struct refusal : broken<236> {
    static constexpr void report() {
      static_assert(broken<236>::forced<Values...>,
                    "[WF236] confusion<S>: a matrix of more than 4096 classes does not fit in "
                    "memory; use accuracy and top_k");
    }
  };
};

struct wf237 {
  template <class... Values>
  struct refusal : broken<237> {
    static void report() {
      static_assert(broken<237>::forced<Values...>,
                    "[WF237] metrics: quantities have no accuracy, since no class is right; measure "
                    "mse_loss(net.eval(x), y) or l1_loss");
    }
  };
};

struct wf238 {
  template <class... Values>
  struct refusal : broken<238> {
    static void report() {
      static_assert(broken<238>::forced<Values...>,
                    "[WF238] evaluate takes a model, then what yields batches of x and y; write "
                    "evaluate(net, loader), with data::loader<tag>(table, batch_size<64>) for a table");
    }
  };
};

struct wf239 {
  template <class... Values>
  struct refusal : broken<239> {
    static void report() {
      static_assert(broken<239>::forced<Values...>,
                    "[WF239] evaluate: the model has several heads, each with labels of its own; "
                    "loop over the loader and add accuracy(head, labels) for each head of "
                    "net.eval(b.x)");
    }
  };
};

struct wf248 {
  template <class... Values>
  struct refusal : broken<248> {
    static void report() {
      static_assert(broken<248>::forced<Values...>,
                    "[WF248] ranking<S>: only yes or no can be ranked by one score, so labels must be "
                    "binary<S>; for more classes count precision and recall with confusion<S>");
    }
  };
};

struct wf249 {
  template <class... Values>
  struct refusal : broken<249> {
    static void report() {
      static_assert(broken<249>::forced<Values...>,
                    "[WF249] calibration: the prediction must be a probability, and these are scores; give "
                    "softmax(scores), or sigmoid(scores) for binary labels");
    }
  };
};

struct wf250 {
  template <class... Values>
  struct refusal : broken<250> {
    static void report() {
      static_assert(broken<250>::forced<Values...>,
                    "[WF250] regression_errors: prediction and label must be quantities; declare the "
                    "labels regression<D> where the data enters, or use accuracy for classes");
    }
  };
};

struct wf218 {
  template <class... Values>
  struct refusal : broken<218> {
    static constexpr void report() {
      static_assert(broken<218>::forced<Values...>,
                    "[WF218] label set: positive or background is none of its ids; give one of 0 to N - 1");
    }
  };
};

}  // namespace wellformed::refuse
