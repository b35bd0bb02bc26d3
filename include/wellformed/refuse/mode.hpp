// SPDX-License-Identifier: Apache-2.0
// WF7xx: tracking, train and eval mode, tapes, parameter sets.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf702 {
  template <class... Values>
  struct refusal : broken<702> {
    static void report() {
      static_assert(broken<702>::forced<Values...>,
                    "[WF702] a tracked value is used by name, and its tape would be copied; write "
                    "std::move(x), or share<2>(std::move(x)) to use it twice");
    }
  };
};

struct wf703 {
  template <class... Values>
  struct refusal : broken<703> {
    static void report() {
      static_assert(broken<703>::forced<Values...>,
                    "[WF703] a metric was given a value in training mode; use net.eval(x), or detach(x) to "
                    "measure it on purpose");
    }
  };
};

struct wf704 {
  template <class... Values>
  struct refusal : broken<704> {
    static void report() {
      static_assert(broken<704>::forced<Values...>,
                    "[WF704] backward() on a loss that keeps its name; write std::move(loss).backward(), "
                    "since it consumes the tape");
    }
  };
};

struct wf707 {
  template <class... Values>
  struct refusal : broken<707> {
    static void report() {
      static_assert(broken<707>::forced<Values...>,
                    "[WF707] backward() on a loss without a tape; compute the prediction with net.train(x)");
    }
  };
};

struct wf708 {
  template <class... Values>
  struct refusal : broken<708> {
    static void report() {
      static_assert(broken<708>::forced<Values...>,
                    "[WF708] step(): no gradient here belongs to this optimiser's model; pass the gradients "
                    "of a loss of that model");
    }
  };
};

struct wf710 {
  template <class... Values>
  struct refusal : broken<710> {
    static void report() {
      static_assert(
          broken<710>::forced<Values...>,
          "[WF710] eval() of a tracked value would cut its tape silently; write detach(x), or use train()");
    }
  };
};

struct wf720 {
  template <class... Values>
  struct refusal : broken<720> {
    static void report() {
      static_assert(broken<720>::forced<Values...>,
                    "[WF720] step() on gradients that keep their name; write opt.step(std::move(g)), since a "
                    "step uses them up");
    }
  };
};

struct wf721 {
  template <class... Values>
  struct refusal : broken<721> {
    static void report() {
      static_assert(
          broken<721>::forced<Values...>,
          "[WF721] step() takes the gradients of a loss; write opt.step(std::move(loss).backward())");
    }
  };
};

struct wf728 {
  template <class... Values>
  struct refusal : broken<728> {
    static void report() {
      static_assert(broken<728>::forced<Values...>,
                    "[WF728] train::step: the function returns no loss; return one loss of net.train(x), "
                    "such as cross_entropy(n.train(b.x), b.y)");
    }
  };
};

struct wf716 {
  template <class... Values>
  struct refusal : broken<716> {
    static void report() {
      static_assert(broken<716>::forced<Values...>,
                    "[WF716] loss: the target carries a tape, and this loss learns from the prediction only; "
                    "write detach(target)");
    }
  };
};

struct wf712 {
  template <class... Values>
  struct refusal : broken<712> {
    static void report() {
      static_assert(
          broken<712>::forced<Values...>,
          "[WF712] this operation has no gradient, and the tape would be cut silently; write detach(x)");
    }
  };
};

struct wf730 {
  template <class... Values>
  struct refusal : broken<730> {
    static void report() {
      static_assert(broken<730>::forced<Values...>,
                    "[WF730] a model was called like a function, which does not say in which mode; write "
                    "net.train(x) to learn, net.eval(x) to predict");
    }
  };
};

struct wf731 {
  template <class... Values>
  struct refusal : broken<731> {
    static void report() {
      static_assert(broken<731>::forced<Values...>,
                    "[WF731] train() of a model that is const here; take the model by reference to train it, "
                    "or write net.eval(x)");
    }
  };
};

struct wf732 {
  template <class... Values>
  struct refusal : broken<732> {
    static void report() {
      static_assert(broken<732>::forced<Values...>,
                    "[WF732] parameter: the model has no parameter of this name; names are those of "
                    "PyTorch's state_dict, such as \"0.weight\"");
    }
  };
};

struct wf735 {
  template <class... Values>
  struct refusal : broken<735> {
    static void report() {
      static_assert(broken<735>::forced<Values...>,
                    "[WF735] a loss that keeps its name is combined, and its tape would be left behind; "
                    "write std::move(loss), or combine the calls directly");
    }
  };
};

struct wf737 {
  template <class... Values>
  struct refusal : broken<737> {
    static void report() {
      static_assert(broken<737>::forced<Values...>,
                    "[WF737] backward() of a tensor, not of a loss; reduce it first: loss_of(x).backward()");
    }
  };
};

struct wf740 {
  template <class... Values>
  struct refusal : broken<740> {
    static void report() {
      static_assert(broken<740>::forced<Values...>,
                    "[WF740] a model reads one tensor, and this is none; write net.train(b.x) or "
                    "net.eval(b.x) for a batch b");
    }
  };
};

struct wf741 {
  template <class... Values>
  struct refusal : broken<741> {
    static void report() {
      static_assert(broken<741>::forced<Values...>,
                    "[WF741] train::step: the function cannot be called with this model and batch, "
                    "and a model is not copied; take both by reference: [](auto& n, auto& b) { ... }");
    }
  };
};

struct wf742 {
  template <class... Values>
  struct refusal : broken<742> {
    static void report() {
      static_assert(broken<742>::forced<Values...>,
                    "[WF742] an optimiser is made of a named model, since both share the numbers; "
                    "write adam(net, {.lr = 1e-3}), with net and not its parameters");
    }
  };
};

struct wf743 {
  template <class... Values>
  struct refusal : broken<743> {
    static void report() {
      static_assert(broken<743>::forced<Values...>,
                    "[WF743] zero_grad(): gradients are values here, made anew by each backward(), so "
                    "nothing is left to be zeroed; leave the call away");
    }
  };
};

struct wf744 {
  template <class... Values>
  struct refusal : broken<744> {
    static void report() {
      static_assert(broken<744>::forced<Values...>,
                    "[WF744] a model has no mode that is switched; write net.train(x) for a value to learn "
                    "from, net.eval(x) for a prediction");
    }
  };
};

struct wf745 {
  template <class... Values>
  struct refusal : broken<745> {
    static void report() {
      static_assert(broken<745>::forced<Values...>,
                    "[WF745] step() without gradients; write opt.step(std::move(loss).backward())");
    }
  };
};

struct wf747 {
  template <class... Values>
  struct refusal : broken<747> {
    static void report() {
      static_assert(broken<747>::forced<Values...>,
                    "[WF747] initialise takes a seed, so that a run can be repeated; write "
                    "initialise(net, seed{7})");
    }
  };
};

struct wf748 {
  template <class... Values>
  struct refusal : broken<748> {
    static void report() {
      static_assert(broken<748>::forced<Values...>,
                    "[WF748] sgd has no usual rate; write sgd(net, {.lr = 0.1}), with momentum as "
                    "{.lr = 0.1, .momentum = 0.9}");
    }
  };
};

}  // namespace wellformed::refuse
