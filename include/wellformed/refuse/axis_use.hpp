// SPDX-License-Identifier: Apache-2.0
// WF370 to WF399: axes that an operation names, joins, cuts or moves.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf370 {
  template <class... Values>
  struct refusal : broken<370> {
    static void report() {
      static_assert(broken<370>::forced<Values...>,
                    "[WF370] this name is shared by several axes of the tensor; give the axes tags, "
                    "axis<tag, N>, and name one of them");
    }
  };
};

struct wf371 {
  template <class... Values>
  struct refusal : broken<371> {
    static void report() {
      static_assert(broken<371>::forced<Values...>,
                    "[WF371] softmax without an axis works on the class axis, and the operand has none; name "
                    "the axis, softmax<axis>(x)");
    }
  };
};

struct wf372 {
  template <class... Values>
  struct refusal : broken<372> {
    static void report() {
      static_assert(
          broken<372>::forced<Values...>,
          "[WF372] sum_all and mean_all would mix the rows of a batch, and a mean of batch means is not the "
          "mean of the data; reduce the batch by its name first, sum<rows>(x), or use a loss");
    }
  };
};

struct wf373 {
  template <class... Values>
  struct refusal : broken<373> {
    static void report() {
      static_assert(broken<373>::forced<Values...>,
                    "[WF373] matmul: the last axis of the left operand is not the first axis of the right "
                    "one; make them the same axis, or name the common one, matmul<axis>(a, b)");
    }
  };
};

struct wf374 {
  template <class... Values>
  struct refusal : broken<374> {
    static void report() {
      static_assert(broken<374>::forced<Values...>,
                    "[WF374] matmul: the right operand has a batch axis besides the contracted one, and the "
                    "result must begin with its batch; put the batch on the left");
    }
  };
};

struct wf375 {
  template <class... Values>
  struct refusal : broken<375> {
    static void report() {
      static_assert(broken<375>::forced<Values...>,
                    "[WF375] variance of less than two elements is undefined when unbiased; use "
                    "variance<axis>(x, biased{}), or an axis of at least two");
    }
  };
};

struct wf376 {
  template <class... Values>
  struct refusal : broken<376> {
    static void report() {
      static_assert(broken<376>::forced<Values...>,
                    "[WF376] merge_axes: the two axes are not neighbours in this order; permute first");
    }
  };
};

struct wf377 {
  template <class... Values>
  struct refusal : broken<377> {
    static void report() {
      static_assert(broken<377>::forced<Values...>,
                    "[WF377] split_axis: the product of the new axes is not the extent of the old one; make "
                    "them equal");
    }
  };
};

struct wf378 {
  template <class... Values>
  struct refusal : broken<378> {
    static void report() {
      static_assert(broken<378>::forced<Values...>,
                    "[WF378] permute: name every axis of the tensor exactly once");
    }
  };
};

struct wf379 {
  template <class... Values>
  struct refusal : broken<379> {
    static void report() {
      static_assert(broken<379>::forced<Values...>,
                    "[WF379] slice: the range is not within the least extent of the axis; take less, or "
                    "raise the minimum of the axis");
    }
  };
};

struct wf380 {
  template <class... Values>
  struct refusal : broken<380> {
    static void report() {
      static_assert(broken<380>::forced<Values...>,
                    "[WF380] concat: the operands differ in an axis other than the joined one; make the "
                    "other axes equal");
    }
  };
};

struct wf381 {
  template <class... Values>
  struct refusal : broken<381> {
    static void report() {
      static_assert(broken<381>::forced<Values...>,
                    "[WF381] squeeze: only an axis of exactly one element can be dropped; reduce it, or "
                    "slice one element first");
    }
  };
};

struct wf382 {
  template <class... Values>
  struct refusal : broken<382> {
    static void report() {
      static_assert(
          broken<382>::forced<Values...>,
          "[WF382] flatten: an axis has no fixed extent, so the result would have none; merge_axes by name");
    }
  };
};

struct wf383 {
  template <class... Values>
  struct refusal : broken<383> {
    static void report() {
      static_assert(broken<383>::forced<Values...>,
                    "[WF383] gather: the index points into another axis than the one that is read; use an "
                    "index_into this axis");
    }
  };
};

struct wf384 {
  template <class... Values>
  struct refusal : broken<384> {
    static void report() {
      static_assert(broken<384>::forced<Values...>,
                    "[WF384] reduction over an axis that may be empty has no value; raise the minimum of the "
                    "axis, or use sum");
    }
  };
};

}  // namespace wellformed::refuse
