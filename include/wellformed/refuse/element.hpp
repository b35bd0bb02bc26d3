// SPDX-License-Identifier: Apache-2.0
// WF5xx: element types and numbers.
#pragma once

#include <wellformed/refuse/rule.hpp>

namespace wellformed::refuse {

struct wf501 {
  template <class... Values>
  struct refusal : broken<501> {
    static void report() {
      static_assert(broken<501>::forced<Values...>,
                    "[WF501] the operands have different element types; convert one with cast<T>(x)");
    }
  };
};

struct wf502 {
  template <class... Values>
  struct refusal : broken<502> {
    static void report() {
      static_assert(broken<502>::forced<Values...>,
                    "[WF502] half, bfloat16 and integer elements are stored, not computed with; write "
                    "cast<float>(x) first");
    }
  };
};

struct wf503 {
  template <class... Values>
  struct refusal : broken<503> {
    static void report() {
      static_assert(
          broken<503>::forced<Values...>,
          "[WF503] cast: a tracked value keeps its element type; cast before the model, or detach() first");
    }
  };
};

struct wf504 {
  template <class... Values>
  struct refusal : broken<504> {
    static void report() {
      static_assert(broken<504>::forced<Values...>,
                    "[WF504] the model computes in another element type than its input; write cast<T>(x), or "
                    "make the model with that type");
    }
  };
};

struct wf516 {
  template <class... Values>
  struct refusal : broken<516> {
    static void report() {
      static_assert(broken<516>::forced<Values...>,
                    "[WF516] loss: class ids are stored in a floating type, which cannot hold every id; "
                    "store them as integers where the data enters");
    }
  };
};

struct wf506 {
  template <class... Values>
  struct refusal : broken<506> {
    static void report() {
      static_assert(broken<506>::forced<Values...>,
                    "[WF506] cast: the ids do not all fit in the narrower integer type; keep a wider one");
    }
  };
};

struct wf507 {
  template <class... Values>
  struct refusal : broken<507> {
    static void report() {
      static_assert(broken<507>::forced<Values...>,
                    "[WF507] cast: a fraction would be cut; write round_to<T>(x), which rounds to nearest "
                    "and checks the range");
    }
  };
};

struct wf508 {
  template <class... Values>
  struct refusal : broken<508> {
    static void report() {
      static_assert(broken<508>::forced<Values...>,
                    "[WF508] cast: numbers have no truth value; compare them instead");
    }
  };
};

struct wf509 {
  template <class... Values>
  struct refusal : broken<509> {
    static void report() {
      static_assert(
          broken<509>::forced<Values...>,
          "[WF509] round_to<T> rounds floating numbers to integers; use cast<T>(x) for other conversions");
    }
  };
};

struct wf510 {
  template <class... Values>
  struct refusal : broken<510> {
    static void report() {
      static_assert(broken<510>::forced<Values...>,
                    "[WF510] cast: class ids and indices are names and do not become floating numbers; use "
                    "to_one_hot(y)");
    }
  };
};

struct wf512 {
  template <class... Values>
  struct refusal : broken<512> {
    static void report() {
      static_assert(broken<512>::forced<Values...>,
                    "[WF512] mutable_data: these values were checked, and writing could make their type a "
                    "lie; make them "
                    "with an operation, or refine the changed values");
    }
  };
};

struct wf517 {
  template <class... Values>
  struct refusal : broken<517> {
    static constexpr void report() {
      static_assert(broken<517>::forced<Values...>,
                    "[WF517] tensor: this is no element type; use float, double, half, bfloat16, "
                    "std::int64_t, std::int32_t, std::uint8_t or bool");
    }
  };
};

struct wf518 {
  template <class... Values>
  struct refusal : broken<518> {
    static void report() {
      static_assert(broken<518>::forced<Values...>,
                    "[WF518] a model computes in float or double, and this type is only stored or "
                    "none; write sequential<float>(...), and cast<float>(x) what is stored");
    }
  };
};

struct wf519 {
  template <class... Values>
  struct refusal : broken<519> {
    static void report() {
      static_assert(broken<519>::forced<Values...>,
                    "[WF519] loss: class ids are stored in an integer that cannot hold every id of the set; "
                    "store them in std::int64_t, or in one that is wide enough");
    }
  };
};

}  // namespace wellformed::refuse
