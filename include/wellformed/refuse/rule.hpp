// SPDX-License-Identifier: Apache-2.0
// How a refusal is made: a rule holds a code and a sentence; the report() of its refusal holds the only
// static_assert. The sentences stand in the other files of this folder, one file per family of codes.
#pragma once

#include <wellformed/core/config.hpp>

/// Code of the rule that a mutation run forces true: some case of tests/refuse must notice.
#ifndef WF_MUTATE
#define WF_MUTATE 0
#endif

namespace wellformed::refuse {

/// Verdict of a call that is well-formed.
struct accepted {
  static constexpr bool ok = true;
  static constexpr int code = 0;
  static constexpr void report() {}
};

/// Verdict of a call on something that was refused when it was formed: nothing more is said.
struct already_reported {
  static constexpr bool ok = false;
  static constexpr int code = 0;
  static constexpr void report() {}
};

/// Base of the verdict of a call that is not. `forced` is false unless a mutation run forces the rule true.
template <int Code>
struct broken {
  static constexpr bool ok = false;
  static constexpr int code = Code;
  template <class...>
  static constexpr bool forced = Code == WF_MUTATE;
};

/// Verdict of a call that breaks Rule, with the values that show it. A rule is written
/// `struct wf310 { template <class... V> struct refusal : broken<310> { static void report() {
/// static_assert(...); } }; };` with a plain bool and a plain literal inside, without a macro: each would
/// lengthen what the compiler prints. Where a class reports as it is formed, `static_assert((form::report(),
/// true))`, report is constexpr.
template <class Rule, class... Values>
using refused = typename Rule::template refusal<Values...>;

/// Words that give a printed value its meaning; clang hides the names of parameters.
template <class...>
struct got;
template <class...>
struct required;
template <class...>
struct prediction;
template <class...>
struct label;
template <index_t...>
struct got_extent;
template <index_t...>
struct required_extent;
template <index_t>
struct loader_minimum;
template <index_t>
struct at_least;
template <index_t>
struct data_set_rows;
template <index_t>
struct last_batch;
template <index_t...>
struct batch_sizes_without_such_a_tail;
template <index_t>
struct at_layer;
template <class...>
struct at_loss;

/// A value of the type that the right call would have had, so that nothing cascades. Never evaluated.
template <class T>
[[noreturn]] T stand_in() {
  __builtin_unreachable();
}

#define WF_RULE(Code, Sentence)                                                             \
  struct wf##Code {                                                                         \
    template <class... Values>                                                              \
    struct refusal : broken<Code> {                                                         \
      static void report() {                                                                \
        static_assert(broken<Code>::template forced<Values...>, "[WF" #Code "] " Sentence); \
      }                                                                                     \
    };                                                                                      \
  }

}  // namespace wellformed::refuse
